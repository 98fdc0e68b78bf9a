import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

async function decodeRequest(text: string): Promise<string> {
  const x509 = await loadLibrary('@peculiar/x509', async () => {
    // The library's own dependency asks for it.
    await import('reflect-metadata');
    return await import('@peculiar/x509');
  });
  let request: InstanceType<typeof x509.Pkcs10CertificateRequest>;
  try {
    request = new x509.Pkcs10CertificateRequest(text.trim());
  } catch {
    throw invalid('text is no certificate request (PKCS #10) in PEM.');
  }
  const { algorithm } = request.publicKey;
  const details = algorithm as { readonly modulusLength?: number; readonly namedCurve?: string };
  const names = request.extensions.flatMap((extension) =>
    extension instanceof x509.SubjectAlternativeNameExtension ? extension.names.items : [],
  );
  return jsonText({
    subject: request.subjectName
      .toJSON()
      .flatMap((part) =>
        Object.entries(part).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
      ),
    altNames: names.map(({ type, value }) => `${type}:${value}`),
    keyType: algorithm.name,
    keyDetails: details.modulusLength ?? details.namedCurve ?? null,
    signatureAlgorithm: 'name' in request.signatureAlgorithm ? request.signatureAlgorithm.name : null,
    isSignatureValid: await request.verify(),
  });
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'csr-decode',
    title: 'Decode certificate request',
    summary:
      'Shows what a certificate signing request (RFC 2986) asks for, and whether its signature is right; gives JSON.',
    params: z.object({ text: textParam('The request, in PEM.', 20_000) }),
    example: {
      params: {
        text: '-----BEGIN CERTIFICATE REQUEST-----\nMIIBKzCB0QIBADA1MQswCQYDVQQGEwJERTEQMA4GA1UECgwHRXhhbXBsZTEUMBIG\nA1UEAwwLZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS8g1ED\ngawHbVzP7EZALt9RDu0PD3uM3Lc94VmEh6+t+lZsGnSFtI+GWpS9wp/feURLVjWm\nbRIxS6XIi5WBoB0roDowOAYJKoZIhvcNAQkOMSswKTAnBgNVHREEIDAeggtleGFt\ncGxlLmNvbYIPd3d3LmV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0kAMEYCIQCF5zp4\nU9eopbfYIYZ//BgAfMlyrEJKXKo+TH78G1DK0QIhAPJovdqB86YmsJ5AA7i3dt24\n7wJs6cwqvrGagJuTB60a\n-----END CERTIFICATE REQUEST-----',
      },
      result:
        '{\n  "subject": [\n    "C=DE",\n    "O=Example",\n    "CN=example.com"\n  ],\n  "altNames": [\n    "dns:example.com",\n    "dns:www.example.com"\n  ],\n  "keyType": "ECDSA",\n  "keyDetails": "P-256",\n  "signatureAlgorithm": "ECDSA",\n  "isSignatureValid": true\n}',
    },
    isHeavy: true,
    run: ({ text }) => decodeRequest(text),
  }),
];

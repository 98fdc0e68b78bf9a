import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  scryptSync,
  X509Certificate,
} from 'node:crypto';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { seedParam, textParam } from '../params.ts';
import { createRandom } from '../random.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { plainOf } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

const pemCharsMax = 20_000;
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16];
const passphraseParam = z
  .string()
  .min(1)
  .max(1_000)
  .describe('The passphrase. It is neither stored nor logged.');

function decodeCertificate(text: string): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text.trim());
  } catch {
    throw invalid('text is no X.509 certificate in PEM.');
  }
  const { subject, issuer, serialNumber, fingerprint256, subjectAltName, publicKey, ca } = certificate;
  const lines = (names: string | undefined) => (names ?? '').split('\n').filter((line) => line !== '');
  return jsonText({
    subject: lines(subject),
    issuer: lines(issuer),
    serialNumber,
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    altNames: subjectAltName?.split(', ') ?? [],
    isAuthority: ca,
    keyType: publicKey.asymmetricKeyType ?? null,
    keyDetails:
      publicKey.asymmetricKeyDetails?.modulusLength ?? publicKey.asymmetricKeyDetails?.namedCurve ?? null,
    sha256: fingerprint256,
  });
}

function readPem(text: string): KeyObject {
  try {
    return text.includes('PRIVATE KEY') ? createPrivateKey(text) : createPublicKey(text);
  } catch {
    throw invalid('text is no key or certificate in PEM, or it is encrypted.');
  }
}

function pemOf(text: string): string {
  const jwk = plainOf(parseJson(text)) as Record<string, unknown>;
  try {
    const isPrivate = typeof jwk['d'] === 'string';
    const key = isPrivate
      ? createPrivateKey({ key: jwk as never, format: 'jwk' })
      : createPublicKey({ key: jwk as never, format: 'jwk' });
    return String(key.export({ type: isPrivate ? 'pkcs8' : 'spki', format: 'pem' })).trimEnd();
  } catch {
    throw invalid('text is no JSON Web Key of an RSA, EC or OKP key.');
  }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, { N: 16_384, r: 8, p: 1 });
}

function encrypt(text: string, passphrase: string, seed: string | number | undefined): string {
  const random = createRandom(seed);
  const bytes = Buffer.from(Array.from({ length: saltBytes + ivBytes }, () => random.below(256)));
  const [salt, iv] = [bytes.subarray(0, saltBytes), bytes.subarray(saltBytes)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function decrypt(text: string, passphrase: string): string {
  const bytes = Buffer.from(text.trim(), 'base64');
  const start = saltBytes + ivBytes + tagBytes;
  if (bytes.length < start) throw invalid('text is too short to be what aes-encrypt gives.');
  const iv = bytes.subarray(saltBytes, saltBytes + ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, bytes.subarray(0, saltBytes)), iv);
  decipher.setAuthTag(bytes.subarray(saltBytes + ivBytes, start));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8');
  } catch {
    throw invalid('text cannot be decrypted: the passphrase is wrong, or text was changed.');
  }
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'certificate-decode',
    title: 'Decode certificate',
    summary:
      'Shows what an X.509 certificate says: names, times, key and fingerprint; gives JSON. Trust is not checked.',
    params: z.object({ text: textParam('The certificate, in PEM.', pemCharsMax) }),
    example: {
      params: {
        text: '-----BEGIN CERTIFICATE-----\nMIIBmDCCAT2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtleGFtcGxl\nLmNvbTAeFw0yNjExMjIxMjU4MDlaFw0zNjExMTkxMjU4MDlaMBYxFDASBgNVBAMM\nC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7hs7UGcMfwJB\nDqCQswupCsZ4W/HPgXEojatB26WRfEDlPlnNJKvrf59Fa0nd/voDbztlt514w4Rz\ndNdERJtP16N8MHowHQYDVR0OBBYEFJt5I+5GDy5ny7tro830ayV2alLGMB8GA1Ud\nIwQYMBaAFJt5I+5GDy5ny7tro830ayV2alLGMA8GA1UdEwEB/wQFMAMBAf8wJwYD\nVR0RBCAwHoILZXhhbXBsZS5jb22CD3d3dy5leGFtcGxlLmNvbTAKBggqhkjOPQQD\nAgNJADBGAiEAlCSLIbltIcUL/A15nYY+X9PvS5/Wm8MDuDZnuNj5sFQCIQDVCRkP\nRDqLZIuG8q6rm502qypEMGeDttkqe/fLdjcl7Q==\n-----END CERTIFICATE-----',
      },
      result:
        '{\n  "subject": [\n    "CN=example.com"\n  ],\n  "issuer": [\n    "CN=example.com"\n  ],\n  "serialNumber": "01",\n  "validFrom": "2026-11-22T12:58:09.000Z",\n  "validTo": "2036-11-19T12:58:09.000Z",\n  "altNames": [\n    "DNS:example.com",\n    "DNS:www.example.com"\n  ],\n  "isAuthority": true,\n  "keyType": "ec",\n  "keyDetails": "prime256v1",\n  "sha256": "AF:A0:E9:6A:75:CE:B2:EA:CF:98:C0:39:B4:39:78:7E:18:93:2D:E1:FE:2E:E1:25:19:F9:78:25:C0:E8:83:F7"\n}',
    },
    run: ({ text }) => decodeCertificate(text),
  }),
  defineTool({
    id: 'pem-to-jwk',
    title: 'PEM to JWK',
    summary: 'Writes a key or certificate in PEM as a JSON Web Key (RFC 7517).',
    params: z.object({ text: textParam('The key, in PEM. It is neither stored nor logged.', pemCharsMax) }),
    example: {
      params: {
        text: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----',
      },
      result:
        '{\n  "crv": "Ed25519",\n  "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",\n  "kty": "OKP"\n}',
    },
    run: ({ text }) => jsonText(readPem(text.trim()).export({ format: 'jwk' })),
  }),
  defineTool({
    id: 'jwk-to-pem',
    title: 'JWK to PEM',
    summary: 'Writes a JSON Web Key (RFC 7517) as PEM.',
    params: z.object({ text: textParam('The key, as JSON. It is neither stored nor logged.', pemCharsMax) }),
    example: {
      params: { text: '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}' },
      result:
        '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----',
    },
    run: ({ text }) => pemOf(text),
  }),
  defineTool({
    id: 'aes-encrypt',
    title: 'Encrypt (AES-256-GCM)',
    summary: 'Encrypts a text with a passphrase; gives base64 of salt, nonce, tag and ciphertext.',
    params: z.object({ text: textParam(), passphrase: passphraseParam, seed: seedParam }),
    example: {
      params: { text: 'hello', passphrase: 'secret', seed: 1 },
      result: 'S2UavdYAbfTpNerPeQyNOt93dELXk0K57JasBr5zVilvZSfqfGrg7a2RE1o7u+HPmA==',
    },
    isHeavy: true,
    run: ({ text, passphrase, seed }) => encrypt(text, passphrase, seed),
  }),
  defineTool({
    id: 'aes-decrypt',
    title: 'Decrypt (AES-256-GCM)',
    summary: 'Decrypts what aes-encrypt gives; refuses where anything was changed.',
    params: z.object({ text: textParam('Base64, as aes-encrypt gives it.'), passphrase: passphraseParam }),
    example: {
      params: {
        text: 'S2UavdYAbfTpNerPeQyNOt93dELXk0K57JasBr5zVilvZSfqfGrg7a2RE1o7u+HPmA==',
        passphrase: 'secret',
      },
      result: 'hello',
    },
    isHeavy: true,
    run: ({ text, passphrase }) => decrypt(text, passphrase),
  }),
];

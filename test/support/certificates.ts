import { isIP } from 'node:net';

import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 86_400_000;

/** A certificate authority that exists for one test. */
export async function certificateAuthority() {
  const authority = await generate([{ name: 'commonName', value: 'Authority of a test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });

  async function issue(name: string, { expired = false } = {}): Promise<Certificate> {
    const leaf = await generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
      notBeforeDate: new Date(Date.now() - 3 * dayMs),
      notAfterDate: new Date(Date.now() + (expired ? -dayMs : dayMs)),
      extensions: [
        {
          name: 'subjectAltName',
          altNames: [isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name }],
        },
      ],
    });
    return { key: leaf.private, cert: leaf.cert };
  }

  return { cert: authority.cert, issue };
}

/** A self-signed certificate. */
export async function selfSigned(name: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  return { key, cert };
}

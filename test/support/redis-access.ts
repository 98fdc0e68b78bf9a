import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { certificateAuthority } from './certificates.ts';

/** Settings of a server; several words are several arguments. */
export type RedisSettings = Readonly<Record<string, string | readonly string[]>>;

/** How a server of a test may be entered. */
export interface RedisServerAccess {
  readonly settings: (port: number) => RedisSettings;
  /** The options of a client. */
  readonly options: {
    readonly username: string;
    readonly password: string;
    readonly tls: { readonly ca: string };
  };
  /** User and password as a URL has them before a host, and the file with the authority to trust. */
  readonly inUrl: string;
  readonly authorityFile: string;
}

/** Servers are entered by TLS alone, with a user and a password, by people and by each other. */
export async function protectedAccess(folder: string): Promise<RedisServerAccess> {
  await mkdir(folder, { recursive: true });
  const authority = await certificateAuthority();
  const { key, cert } = await authority.issue('127.0.0.1');
  const file = (name: string) => path.resolve(folder, name);
  for (const [name, text] of Object.entries({ 'ca.pem': authority.cert, 'key.pem': key, 'cert.pem': cert }))
    await writeFile(file(name), text);
  // Credentials that a URL has to encode.
  const [username, password] = ['reveille', 'a:pass/word@of-the-test'];
  const settings = (port: number): RedisSettings => ({
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': file('cert.pem'),
    'tls-key-file': file('key.pem'),
    'tls-ca-cert-file': file('ca.pem'),
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
    'tls-cluster': 'yes',
    user: [username, 'on', `>${password}`, '~*', '&*', '+@all'],
    requirepass: 'only-the-user-enters',
    masteruser: username,
    masterauth: password,
  });
  return {
    settings,
    options: { username, password, tls: { ca: authority.cert } },
    inUrl: `${username}:${encodeURIComponent(password)}@`,
    authorityFile: file('ca.pem'),
  };
}

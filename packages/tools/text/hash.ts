import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { checksumNames, checksumOf } from './bytes/checksums.ts';
import { utf8Bytes } from './bytes/utf8.ts';
import { loadLibrary } from '../load-library.ts';

const algorithms = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha3-256',
  'sha3-512',
  'blake2b512',
  'sha512-256',
  'sha3-224',
  'sha3-384',
  'blake2s256',
  'ripemd160',
] as const;
const strength = 'md5 and sha1 are broken: good for checking old files, not for security.';
const encodingParam = choiceParam('How to write the digest.', ['hex', 'base64', 'base64url'], 'hex');

function keyBytes(key: string, encoding: 'text' | 'hex' | 'base64'): Uint8Array {
  if (encoding === 'text') return utf8Bytes(key);
  const isValid =
    encoding === 'hex' ? /^(?:[0-9a-fA-F]{2})*$/.test(key) : /^[A-Za-z0-9+/_-]*={0,2}$/.test(key);
  if (!isValid) throw invalid(`key is not ${encoding}.`);
  return Buffer.from(key, encoding);
}

async function digestOf(
  text: string,
  algorithm: (typeof algorithms)[number] | 'blake3',
  encoding: 'hex' | 'base64' | 'base64url',
): Promise<string> {
  if (algorithm !== 'blake3') return createHash(algorithm).update(text, 'utf8').digest(encoding);
  return Buffer.from(await blake3(utf8Bytes(text))).toString(encoding);
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'hash-text',
    summary: 'Computes the digest of the UTF-8 bytes of a text.',
    params: z.object({
      text: textParam(),
      algorithm: choiceParam(strength, [...algorithms, 'blake3'], 'sha256'),
      encoding: encodingParam,
    }),
    example: {
      params: { text: 'abc' },
      result: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
    run: ({ text, algorithm, encoding }) => digestOf(text, algorithm, encoding),
  }),
  defineTool({
    id: 'hash-all',
    title: 'Hash in every way',
    summary: 'Computes every digest and checksum of the UTF-8 bytes of a text; gives JSON.',
    params: z.object({ text: textParam(), encoding: encodingParam }),
    example: {
      params: { text: 'abc', encoding: 'base64' },
      result:
        '{\n  "md5": "kAFQmDzST7DWlj99KOF/cg==",\n  "sha1": "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=",\n  "sha224": "Iwl9IjQF2CKGQqR3vaJVsyqtvOS9oLP342ydpw==",\n  "sha256": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",\n  "sha384": "ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn",\n  "sha512": "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==",\n  "sha3-256": "Ophdp0/iJbIEXBcta9OQvYVfCG4+nVJbRr/iRRFDFTI=",\n  "sha3-512": "t1GFCxpXFopWk82SS2sJbgj2IYJ0RPcNiE9dAkDScS4Q4RbpGSrzyRp+xXZH45NAVzQLTPQI1aVlkvgnTuxT8A==",\n  "blake2b512": "uoClP5gcTQ1qJ5e2nxL26UwhLxRoWsS3SxK7b9v/otF9h8U5Kqt5LcJS1d5FM8yVGNOKqNvxklq5I4bt1ACZIw==",\n  "sha512-256": "UwSOJoGUHvmbLim3a0x9q+TC0MY0/G1G4OLxMQfnryM=",\n  "sha3-224": "5kKCTD+M8krQkjTufTx2b8mjpRaNDJStc7Rv3w==",\n  "sha3-384": "7AFJgohRb8kmRZ9Y4satjfm0c8sPwIwlltp88OSb5LKY2IzqknrH9Tnx7fIoN20l",\n  "blake2s256": "UIxejDJ8FOLhpyujTutFLzdFiyCe1jopTZmbTIZnWYI=",\n  "ripemd160": "jrII9+BdmHqbBEqOmMawh/FaC/w=",\n  "blake3": "ZDezrDhGUTP/tjt1JzqNtUjFWEZdedsD/TWcbNW9nYU=",\n  "crc32": "352441c2",\n  "adler32": "024d0127",\n  "fnv1a32": "1a47e90b",\n  "crc16": "9738",\n  "crc32c": "364b3fb7",\n  "crc64": "2cd8094a1a277627",\n  "xxhash32": "32d153ff",\n  "xxhash64": "44bc2cf5ad770999",\n  "xxh3": "78af5f94892f3950",\n  "xxh128": "06b05ab6733a618578af5f94892f3950",\n  "murmur3": "b3dd93fa"\n}',
    },
    run: async ({ text, encoding }) => {
      const digests: Record<string, string> = {};
      for (const name of [...algorithms, 'blake3'] as const)
        digests[name] = await digestOf(text, name, encoding);
      for (const name of checksumNames) digests[name] = await checksumOf(name, utf8Bytes(text));
      return jsonText(digests);
    },
  }),
  defineQuickTool({
    id: 'hmac-text',
    title: 'HMAC',
    summary: 'Computes the keyed digest (HMAC, RFC 2104) of a text.',
    params: z.object({
      text: textParam(),
      key: z.string().min(1).max(10_000).describe('The secret. It is neither stored nor logged.'),
      keyEncoding: choiceParam('The encoding of the key.', ['text', 'hex', 'base64'], 'text'),
      algorithm: choiceParam(strength, algorithms, 'sha256'),
      encoding: encodingParam,
    }),
    example: {
      params: { text: 'what do ya want for nothing?', key: 'Jefe' },
      result: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    run: ({ text, key, keyEncoding, algorithm, encoding }) =>
      createHmac(algorithm, keyBytes(key, keyEncoding)).update(text, 'utf8').digest(encoding),
  }),
  defineQuickTool({
    id: 'checksum-text',
    title: 'Checksum',
    summary: 'Computes a checksum against accidents (not against attackers) over the UTF-8 bytes of a text.',
    params: z.object({
      text: textParam(),
      kind: choiceParam(
        'crc16 is CRC-16/ARC, crc32c is that of Castagnoli, crc64 is CRC-64/XZ, murmur3 is that of 32 bits.',
        checksumNames,
        'crc32',
      ),
      output: choiceParam('How to write the number.', ['hex', 'decimal'], 'hex'),
    }),
    example: { params: { text: '123456789' }, result: 'cbf43926' },
    run: async ({ text, kind, output }) => {
      const sum = await checksumOf(kind, utf8Bytes(text));
      return output === 'hex' ? sum : BigInt(`0x${sum}`).toString();
    },
  }),
  defineQuickTool({
    id: 'uuid-from-name',
    title: 'UUID from name',
    summary: 'Derives the UUID of a name in a namespace (RFC 9562): the same name, the same UUID.',
    params: z.object({
      text: textParam('The name.'),
      namespace: z.string().max(36).default('url').describe('dns, url, oid, x500 or a UUID of your own.'),
      version: z
        .union([z.literal(3), z.literal(5)])
        .default(5)
        .describe('5 (SHA-1) or 3 (MD5).'),
    }),
    example: {
      params: { text: 'www.example.com', namespace: 'dns' },
      result: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    },
    run: ({ text, namespace, version }) => nameBasedUuid(text, namespace, version),
  }),
  defineQuickTool({
    id: 'sri-hash',
    title: 'Subresource integrity hash',
    summary: 'Computes the integrity attribute of a script or style sheet from its content.',
    params: z.object({
      text: textParam('The content of the file.'),
      algorithm: choiceParam('The digest.', ['sha256', 'sha384', 'sha512'], 'sha384'),
    }),
    example: {
      params: { text: "alert('Hello, world.');" },
      result: 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO',
    },
    run: ({ text, algorithm }) =>
      `${algorithm}-${createHash(algorithm).update(text, 'utf8').digest('base64')}`,
  }),
];

/** 32 bytes. */
async function blake3(bytes: Uint8Array): Promise<Uint8Array> {
  const { createBLAKE3 } = await loadLibrary('hash-wasm', () => import('hash-wasm'));
  return (await createBLAKE3()).update(bytes).digest('binary');
}

/** The namespaces of RFC 9562, section 6.6. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
]);

/** Any 128 bits are a namespace, whatever their version and variant. */
function bytesOf(id: string): Uint8Array | undefined {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
    ? Buffer.from(id.replaceAll('-', ''), 'hex')
    : undefined;
}

async function nameBasedUuid(name: string, namespace: string, version: 3 | 5): Promise<string> {
  const bytes = bytesOf(namespaces.get(namespace.toLowerCase()) ?? namespace);
  if (bytes === undefined) throw invalid('namespace must be dns, url, oid, x500 or a UUID.');
  const { v3, v5 } = await loadLibrary('uuid', () => import('uuid'));
  return (version === 3 ? v3 : v5)(name, bytes);
}

import { loadLibrary } from '../../load-library.ts';
import { invalid } from '../../refuse.ts';

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

export async function nameBasedUuid(name: string, namespace: string, version: 3 | 5): Promise<string> {
  const bytes = bytesOf(namespaces.get(namespace.toLowerCase()) ?? namespace);
  if (bytes === undefined) throw invalid('namespace must be dns, url, oid, x500 or a UUID.');
  const { v3, v5 } = await loadLibrary('uuid', () => import('uuid'));
  return (version === 3 ? v3 : v5)(name, bytes);
}

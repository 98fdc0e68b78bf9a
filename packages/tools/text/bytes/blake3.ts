import { loadLibrary } from '../../load-library.ts';

/** 32 bytes. */
export async function blake3(bytes: Uint8Array): Promise<Uint8Array> {
  const { createBLAKE3 } = await loadLibrary('hash-wasm', () => import('hash-wasm'));
  return (await createBLAKE3()).update(bytes).digest('binary');
}

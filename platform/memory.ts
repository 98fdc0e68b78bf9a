import { totalmem } from 'node:os';

/** Bytes that the processes of this machine or container may use together. */
export function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Infinity);
}

/**
 * For bodies in flight, of all memory. While one is answered it is there two or three times: as it came, as text, and on its
 * way to the store.
 */
export const bodyBytesOf = (bytes: number): number => Math.floor(bytes / 8);

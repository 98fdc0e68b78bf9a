import { timingSafeEqual } from 'node:crypto';

/** Compares in time that depends on the length of what was expected alone. */
function isSameBytes(expected: Uint8Array, given: Uint8Array): boolean {
  const isSameLength = expected.byteLength === given.byteLength;
  return timingSafeEqual(expected, isSameLength ? given : expected) && isSameLength;
}

export const isSameText = (expected: string, given: string): boolean =>
  isSameBytes(Buffer.from(expected), Buffer.from(given));

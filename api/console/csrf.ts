import { randomBytes } from 'node:crypto';

import { hashOfToken, isSameHash } from '#domain/token.ts';

/**
 * The token that the forms of one answer carry for the secret of a session. It is another text each time: pages are sent
 * compressed, and the length of such an answer must not tell a stranger parts of the secret.
 */
export function maskCsrf(secret: string): string {
  const bytes = Buffer.from(secret, 'base64url');
  const mask = randomBytes(bytes.byteLength);
  return Buffer.concat([mask, xor(mask, bytes)]).toString('base64url');
}

/** Whether a form carries what one of the answers of this session gave it. */
export function isCsrfOf(secret: string, carried: string): boolean {
  const bytes = Buffer.from(carried, 'base64url');
  const half = bytes.byteLength / 2;
  if (!Number.isInteger(half)) return false;
  const opened = xor(bytes.subarray(0, half), bytes.subarray(half)).toString('base64url');
  return isSameHash(hashOfToken(opened), hashOfToken(secret));
}

const xor = (one: Buffer, other: Buffer): Buffer =>
  one.map((byte, index) => byte ^ (other[index] ?? 0)) as Buffer;

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of a token, which is stored in its place: the token cannot be recovered from it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Compares two hashes of {@link hashOfToken} in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/**
 * The id of a token, made of its hash: a token leads to its record without an index, and its id tells nothing about it.
 */
export const idOfToken = (tokenHash: string): string => `tok_${hashOfToken(tokenHash).slice(0, 20)}`;

import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal; a text is taken as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The first 132 bits of SHA-256 in base64url: 22 characters, for ids that are derived from others. */
export const shortDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

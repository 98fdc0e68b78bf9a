import type { SignatureCheck, SignatureScheme } from '../sender.ts';
import { isSameText } from './compare.ts';
import type { Part } from './signature-parts.ts';

/** The request carries the secret itself, or what `expected` makes of it. */
export function token(
  part: Part,
  expected: (secret: string) => string = (secret) => secret,
): SignatureScheme {
  const check: SignatureCheck = (request, secret) => {
    const [given] = part.values(request);
    if (given === undefined) return { status: 'missing', missing: part.name };
    // Nothing is the value of a secret that is empty.
    return secret !== '' && isSameText(expected(secret), given)
      ? { status: 'verified' }
      : { status: 'wrong' };
  };
  return { check, signsContent: false, toleranceMs: null };
}

/** HTTP Basic: the secret is `user:password`. */
export const basicCredentials = (secret: string): string => `Basic ${Buffer.from(secret).toString('base64')}`;

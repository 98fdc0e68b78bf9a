import { createHmac } from 'node:crypto';

import { parseJson } from '#domain/json-value.ts';
import { textAt } from '../read.ts';
import type { SenderRequest, SignatureScheme, Verification } from '../sender.ts';
import { isSameText } from './compare.ts';
import type { Part } from './signature-parts.ts';

const form = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
const claimsOf = (part: string) => parseJson(Buffer.from(part, 'base64url').toString())?.value;

/** A JWT that the secret signs with HS256, for this address; it says who sends, not what. */
export function tokenForAddress(part: Part, toleranceMs: number): SignatureScheme {
  const check = (request: SenderRequest, secret: string): Verification => {
    const [given] = part.values(request);
    if (given === undefined) return { status: 'missing', missing: part.name };
    const [, head = '', body = '', signature = ''] = form.exec(given) ?? [];
    const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
    const claims = claimsOf(body);
    const isRight =
      secret !== '' &&
      textAt(claimsOf(head), 'alg') === 'HS256' &&
      isSameText(expected, signature) &&
      textAt(claims, 'aud') === request.url;
    if (!isRight) return { status: 'wrong' };
    const [issuedAt, expiresAt] = ['iat', 'exp'].map((name) => Number(textAt(claims, name)) * 1_000);
    if (!issuedAt || !expiresAt) return { status: 'missing', missing: 'iat, exp' };
    const isCurrent = issuedAt - toleranceMs <= request.now && request.now <= expiresAt + toleranceMs;
    return isCurrent ? { status: 'verified' } : { status: 'expired', ageMs: request.now - issuedAt };
  };
  return { check, signsContent: false, toleranceMs };
}

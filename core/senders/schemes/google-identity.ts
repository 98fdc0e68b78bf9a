import { verify } from 'node:crypto';

import { type JsonValue, parseJson } from '#domain/json-value.ts';
import { headerOf, textAt, valueAt } from '../read.ts';
import type { PublishedKeys, SenderRequest, SignatureScheme, Verification } from '../sender.ts';
import { isSameText } from './compare.ts';
import { keyOfPem } from './keys.ts';

/** Certificates by the id of their key, as JSON. */
const keyUrl = 'https://www.googleapis.com/oauth2/v1/certs';
export const isGoogleKeyUrl = ({ href }: URL): boolean => href === keyUrl;

const issuers: ReadonlySet<string> = new Set(['accounts.google.com', 'https://accounts.google.com']);
const charactersMax = 8_192;
const wrong: Verification = { status: 'wrong' };

interface IdentityToken {
  readonly header: JsonValue | undefined;
  readonly claims: JsonValue | undefined;
  readonly signed: string;
  readonly signature: Buffer;
}

/** A token of Google's for a service account, as OpenID Connect has it, in `Authorization: Bearer`. */
export const googleIdentity: SignatureScheme = {
  check: (request, secret, publishedKeys) => {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(headerOf(request, 'authorization') ?? '');
    const text = bearer?.[1];
    if (text === undefined) return { status: 'missing', missing: 'authorization' };
    return text.length > charactersMax ? wrong : checkToken(request, secret, publishedKeys, tokenOf(text));
  },
  signsContent: false,
  toleranceMs: null,
};

function tokenOf(text: string): IdentityToken {
  const [header = '', claims = '', signature = ''] = text.split('.');
  return {
    header: jsonOf(header),
    claims: jsonOf(claims),
    signed: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

const jsonOf = (part: string): JsonValue | undefined =>
  parseJson(Buffer.from(part, 'base64url').toString())?.value;

function checkToken(
  request: SenderRequest,
  secret: string,
  publishedKeys: PublishedKeys,
  token: IdentityToken,
): Verification {
  const published = publishedKeys.get(keyUrl);
  if (published === undefined) return { status: 'unknown-key', keyUrl };
  const pem = textAt(parseJson(published)?.value, textAt(token.header, 'kid') ?? '');
  const key = pem === null ? null : keyOfPem(pem);
  if (key === null || key.asymmetricKeyType !== 'rsa' || textAt(token.header, 'alg') !== 'RS256')
    return wrong;
  if (!verify('sha256', Buffer.from(token.signed), key, token.signature)) return wrong;
  return isFor(request, secret, token.claims) ? inTime(request, token.claims) : wrong;
}

/** The token is for this address, or for the audience after the account. */
function isFor(request: SenderRequest, secret: string, claims: JsonValue | undefined): boolean {
  const [account = '', audience = request.url] = secret.split(' ');
  return (
    issuers.has(textAt(claims, 'iss') ?? '') &&
    valueAt(claims, 'email_verified') === true &&
    isSameText(account, textAt(claims, 'email') ?? '') &&
    isSameText(audience, textAt(claims, 'aud') ?? '')
  );
}

function inTime({ now }: SenderRequest, claims: JsonValue | undefined): Verification {
  const issuedAt = Number(textAt(claims, 'iat') ?? Number.NaN) * 1_000;
  const expiresAt = Number(textAt(claims, 'exp') ?? Number.NaN) * 1_000;
  if (Number.isNaN(issuedAt) || Number.isNaN(expiresAt)) return wrong;
  return now > expiresAt || now < issuedAt - 300_000
    ? { status: 'expired', ageMs: now - issuedAt }
    : { status: 'verified' };
}

import { constants, type KeyObject, verify } from 'node:crypto';

import type { PublishedKeys, SenderRequest, SignatureCheck, SignatureScheme } from '../sender.ts';
import type { SignedContent } from './hmac.ts';
import type { Part } from './signature-parts.ts';
import { keyOfPem, keysOfSet } from './keys.ts';
import { type SignedTime, verificationByTime } from './signed-time.ts';

export interface PublicKeyScheme {
  /** Ed25519 digests by itself. */
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  readonly encoding: 'hex' | 'base64';
  readonly padding?: 'pkcs1' | 'pss';
  /** The two numbers of an ECDSA signature: in DER, or one after the other. */
  readonly numbers?: 'der' | 'ieee-p1363';
  readonly signature: Part;
  readonly time?: SignedTime;
  readonly content: (request: SenderRequest, time: string, secret: string) => SignedContent;
  /** The source of the key. */
  readonly key:
    | { readonly from: 'secret'; readonly read: (secret: string) => KeyObject | null }
    /** A certificate or key in PEM behind an address that the request names and `isKeyUrl` of the sender allows. */
    | { readonly from: 'url'; readonly url: Part; readonly isKeyUrl: (url: URL) => boolean }
    /** All keys behind one address, of which the request may name one. */
    | { readonly from: 'set'; readonly url: string; readonly keyId: Part | null };
}

/** RSA, ECDSA and Ed25519: the sender signs with a key of its own, of which we know the public half. */
export const publicKeySignature = (scheme: PublicKeyScheme): SignatureScheme => ({
  check: publicKeyCheck(scheme),
  signsContent: true,
  toleranceMs: scheme.time?.toleranceMs ?? null,
});

/** Node reads up to what is no digit, and so would take a signature with anything behind it. */
const digits = { hex: /^(?:[0-9a-f]{2})+$/i, base64: /^[A-Za-z0-9+/_-]+={0,2}$/ } as const;

function publicKeyCheck(scheme: PublicKeyScheme): SignatureCheck {
  const { encoding, signature, time, content } = scheme;
  return (request, secret, publishedKeys) => {
    const [given] = signature.values(request);
    if (given === undefined) return { status: 'missing', missing: signature.name };
    const [moment] = time?.part.values(request) ?? [''];
    if (time !== undefined && moment === undefined) return { status: 'missing', missing: time.part.name };
    const found = findKey(scheme.key, request, secret, publishedKeys);
    if (found.status !== 'found') return found;
    const bytes = Buffer.concat(content(request, moment ?? '', secret).map((piece) => Buffer.from(piece)));
    const isRight =
      digits[encoding].test(given) &&
      found.keys.some((key) => isSignature(bytes, Buffer.from(given, encoding), key, scheme));
    return isRight ? verificationByTime(request, time, moment ?? '') : { status: 'wrong' };
  };
}

type FoundKey =
  | { readonly status: 'found'; readonly keys: readonly KeyObject[] }
  | { readonly status: 'missing'; readonly missing: string }
  | { readonly status: 'wrong' }
  | { readonly status: 'unknown-key'; readonly keyUrl: string };

function findKey(
  source: PublicKeyScheme['key'],
  request: SenderRequest,
  secret: string,
  publishedKeys: PublishedKeys,
): FoundKey {
  if (source.from === 'secret') {
    const key = source.read(secret);
    return key === null ? { status: 'wrong' } : { status: 'found', keys: [key] };
  }
  if (source.from === 'set') return findInSet(source, request, publishedKeys);
  const [keyUrl] = source.url.values(request);
  if (keyUrl === undefined) return { status: 'missing', missing: source.url.name };
  if (!URL.canParse(keyUrl) || !source.isKeyUrl(new URL(keyUrl))) return { status: 'wrong' };
  const pem = publishedKeys.get(keyUrl);
  if (pem === undefined) return { status: 'unknown-key', keyUrl };
  const key = keyOfPem(pem);
  return key === null ? { status: 'wrong' } : { status: 'found', keys: [key] };
}

/** A key that is not in a set which was just fetched is no key of it. */
function findInSet(
  { url: keyUrl, keyId }: Extract<PublicKeyScheme['key'], { from: 'set' }>,
  request: SenderRequest,
  publishedKeys: PublishedKeys,
): FoundKey {
  const published = publishedKeys.get(keyUrl);
  if (published === undefined) return { status: 'unknown-key', keyUrl };
  const [id] = keyId?.values(request) ?? [];
  if (keyId !== null && id === undefined) return { status: 'missing', missing: keyId.name };
  const keys = keysOfSet(published).flatMap((one) => (id === undefined || one.id === id ? [one.key] : []));
  if (keys.length > 0) return { status: 'found', keys };
  return publishedKeys.isFresh?.(keyUrl) === false ? { status: 'unknown-key', keyUrl } : { status: 'wrong' };
}

function isSignature(
  bytes: Buffer,
  signature: Buffer,
  key: KeyObject,
  { algorithm, padding = 'pkcs1', numbers = 'der' }: PublicKeyScheme,
): boolean {
  const isRsa = key.asymmetricKeyType === 'rsa';
  const rsaPadding = padding === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  try {
    return verify(
      algorithm === 'ed25519' ? null : algorithm,
      bytes,
      isRsa ? { key, padding: rsaPadding } : { key, dsaEncoding: numbers },
      signature,
    );
  } catch {
    return false;
  }
}

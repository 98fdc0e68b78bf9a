import { constants, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';

import type { PublishedKeys, SenderRequest, SignatureCheck, SignatureScheme } from '../sender.ts';
import type { SignedContent } from './hmac.ts';
import type { Part } from './signature-parts.ts';
import { type SignedTime, verificationByTime } from './signed-time.ts';

export interface PublicKeyScheme {
  /** Ed25519 digests by itself. */
  readonly algorithm: 'sha1' | 'sha256' | 'ed25519';
  readonly encoding: 'hex' | 'base64';
  readonly padding?: 'pkcs1' | 'pss';
  readonly signature: Part;
  readonly time?: SignedTime;
  readonly content: (request: SenderRequest, time: string, secret: string) => SignedContent;
  /** The source of the key. */
  readonly key:
    | { readonly from: 'secret'; readonly read: (secret: string) => KeyObject | null }
    /** A certificate or key in PEM behind an address that the request names and `isKeyUrl` of the sender allows. */
    | { readonly from: 'url'; readonly url: Part; readonly isKeyUrl: (url: URL) => boolean };
}

/** RSA, ECDSA and Ed25519: the sender signs with a key of its own, of which we know the public half. */
export const publicKeySignature = (scheme: PublicKeyScheme): SignatureScheme => ({
  check: publicKeyCheck(scheme),
  signsContent: true,
  toleranceMs: scheme.time?.toleranceMs ?? null,
});

/** Node reads up to what is no digit, and so would take a signature with anything behind it. */
const digits = { hex: /^(?:[0-9a-f]{2})+$/i, base64: /^[A-Za-z0-9+/]+={0,2}$/ } as const;

function publicKeyCheck(scheme: PublicKeyScheme): SignatureCheck {
  const { algorithm, encoding, padding = 'pkcs1', signature, time, content } = scheme;
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
      isSignature(bytes, Buffer.from(given, encoding), found.key, algorithm, padding);
    return isRight ? verificationByTime(request, time, moment ?? '') : { status: 'wrong' };
  };
}

type FoundKey =
  | { readonly status: 'found'; readonly key: KeyObject }
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
    return key === null ? { status: 'wrong' } : { status: 'found', key };
  }
  const [keyUrl] = source.url.values(request);
  if (keyUrl === undefined) return { status: 'missing', missing: source.url.name };
  if (!URL.canParse(keyUrl) || !source.isKeyUrl(new URL(keyUrl))) return { status: 'wrong' };
  const pem = publishedKeys.get(keyUrl);
  if (pem === undefined) return { status: 'unknown-key', keyUrl };
  const key = keyOfPem(pem);
  return key === null ? { status: 'wrong' } : { status: 'found', key };
}

function isSignature(
  bytes: Buffer,
  signature: Buffer,
  key: KeyObject,
  algorithm: PublicKeyScheme['algorithm'],
  padding: 'pkcs1' | 'pss',
): boolean {
  const isRsa = key.asymmetricKeyType === 'rsa';
  const rsaPadding = padding === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  try {
    return verify(
      algorithm === 'ed25519' ? null : algorithm,
      bytes,
      isRsa ? { key, padding: rsaPadding } : key,
      signature,
    );
  } catch {
    return false;
  }
}

/** A certificate or public key in PEM. */
export function keyOfPem(pem: string): KeyObject | null {
  try {
    return pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  } catch {
    return null;
  }
}

/** A public key as base64 of its SubjectPublicKeyInfo, as settings pages show it, or in PEM. */
export function keyOfBase64(text: string): KeyObject | null {
  if (text.includes('-----BEGIN')) return keyOfPem(text);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** The bytes before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 key as 64 hexadecimal digits. */
export function ed25519KeyOfHex(text: string): KeyObject | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null;
  const der = Buffer.concat([ed25519Prefix, Buffer.from(text, 'hex')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';

import { isList, isRecord, parseJson } from '#domain/json-value.ts';
import { valueAt } from '../read.ts';

const pemPattern = /(-----BEGIN [A-Z ]+-----)([\sA-Za-z0-9+/=]+)(-----END [A-Z ]+-----)/;

/** A field of one line drops the line breaks of what is pasted. */
const inLines = (text: string): string =>
  text.replace(
    pemPattern,
    (_, begin: string, digits: string, end: string) =>
      `${begin}\n${(digits.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []).join('\n')}\n${end}\n`,
  );

/** A certificate or public key in PEM. */
export function keyOfPem(text: string): KeyObject | null {
  const pem = inLines(text);
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

/** No sender has this many at once; each costs a check. */
const keysMax = 20;

interface IdentifiedKey {
  /** Null in a file of one key. */
  readonly id: string | null;
  readonly key: KeyObject;
}

/** The public keys of a JWKS (RFC 7517), or the one of a PEM; none of another text. */
export function keysOfSet(text: string): readonly IdentifiedKey[] {
  const single = keyOfPem(text);
  if (single !== null) return [{ id: null, key: single }];
  const list = valueAt(parseJson(text)?.value, 'keys') ?? null;
  return isList(list) ? list.slice(0, keysMax).flatMap((one) => (isRecord(one) ? keyOfJwk(one) : [])) : [];
}

function keyOfJwk(jwk: JsonWebKey): readonly IdentifiedKey[] {
  if (!['RSA', 'EC', 'OKP'].includes(jwk.kty ?? '')) return [];
  try {
    return [
      {
        id: typeof jwk['kid'] === 'string' ? jwk['kid'] : null,
        key: createPublicKey({ key: jwk, format: 'jwk' }),
      },
    ];
  } catch {
    return [];
  }
}

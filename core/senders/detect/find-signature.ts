/*
 * Finds the scheme of a signature from one genuine delivery and the secret. Every text of the request that may be a signature is compared with
 * every digest of its length, for every key that the secret may stand for and every template that the request has the places
 * for. A scheme that makes the very signature is the scheme: another one would have to collide. So nothing is proposed that
 * does not verify this delivery. The work is bounded by the bytes that are hashed.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

import type { SenderSignature } from '#contracts/sender-data.ts';
import { base64Key, hexKey } from '../schemes/hmac.ts';
import { ed25519KeyOfHex, keyOfBase64 } from '../schemes/keys.ts';
import type { SenderRequest } from '../sender.ts';
import { type Bytes, bytesOf, type Found, textsIn } from './signatures-in.ts';
import { contentOf, schemeOf } from '../data/signature.ts';
import { type Template, templatesFor } from './templates.ts';

export interface SignatureSearch {
  /** Null: none was found. */
  readonly signature: SenderSignature | null;
  /** Schemes that were tried. */
  readonly tried: number;
  /** False: the body is too large for all of them. */
  readonly isComplete: boolean;
}

/** About a tenth of a second. */
const hashedBytesMax = 40_000_000;

export function findSignature(request: SenderRequest, secret: string): SignatureSearch {
  const texts = textsIn(request);
  const token = tokenIn(texts, secret) ?? basicIn(request, secret);
  if (token !== null) return { signature: token, tried: texts.length, isComplete: true };
  const trials = { tried: 0, hashedBytes: 0 };
  const signature = hmacIn(request, texts, secret, trials) ?? publicKeyIn(request, texts, secret, trials);
  return { signature, tried: trials.tried, isComplete: trials.hashedBytes < hashedBytesMax };
}

interface Trials {
  tried: number;
  hashedBytes: number;
}

function tokenIn(texts: readonly Found[], secret: string): SenderSignature | null {
  const found = texts.find(({ text }) => text === secret);
  if (found === undefined) return null;
  return { kind: 'token', header: found.place, ...(found.prefix !== '' && { prefix: found.prefix }) };
}

function basicIn({ headers }: SenderRequest, secret: string): SenderSignature | null {
  const isSame = headers['authorization'] === `Basic ${Buffer.from(secret).toString('base64')}`;
  return isSame && secret.includes(':') ? { kind: 'basic' } : null;
}

type Hmac = Extract<SenderSignature, { kind: 'hmac' }>;
type Key = Pick<Hmac, 'secretEncoding' | 'secretPrefix'> & { readonly bytes: Uint8Array };

/** The keys that a secret may stand for. */
function keysOf(secret: string): readonly Key[] {
  const [secretPrefix = ''] = /^[A-Za-z]{2,10}_(?:[a-z]{2,8}_)?/.exec(secret) ?? [];
  const keys: Key[] = [{ bytes: Buffer.from(secret) }];
  const add = (key: Uint8Array | null, how: Omit<Key, 'bytes'>) =>
    key !== null && key.byteLength >= 8 && keys.push({ ...how, bytes: key });
  add(base64Key()(secret), { secretEncoding: 'base64' });
  add(hexKey()(secret), { secretEncoding: 'hex' });
  if (secretPrefix === '') return keys;
  add(Buffer.from(secret.slice(secretPrefix.length)), { secretPrefix });
  add(base64Key(secretPrefix)(secret), { secretEncoding: 'base64', secretPrefix });
  add(hexKey(secretPrefix)(secret), { secretEncoding: 'hex', secretPrefix });
  return keys;
}

const algorithmOf: Readonly<Record<number, NonNullable<Hmac['algorithm']>>> = {
  20: 'sha1',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
};

function hmacIn(
  request: SenderRequest,
  texts: readonly Found[],
  secret: string,
  trials: Trials,
): Hmac | null {
  const wanted = texts.flatMap((found) =>
    bytesOf(found.text).flatMap((one) => {
      const algorithm = algorithmOf[one.bytes.byteLength];
      return algorithm === undefined ? [] : [{ found, one, algorithm }];
    }),
  );
  if (wanted.length === 0) return null;
  const algorithms = [...new Set(wanted.map(({ algorithm }) => algorithm))];
  for (const template of templatesFor(request, texts)) {
    const content = contentBytes(request, template, texts);
    for (const key of keysOf(secret)) {
      for (const algorithm of algorithms) {
        if (!spend(trials, content.byteLength)) return null;
        const digest = createHmac(algorithm, key.bytes).update(content).digest();
        const match = wanted.find(({ one }) => isSame(digest, one.bytes));
        if (match !== undefined) return hmacOf(match.found, match.one, { algorithm, template, key });
      }
    }
  }
  return null;
}

const isSame = (digest: Buffer, bytes: Buffer): boolean =>
  digest.byteLength === bytes.byteLength && timingSafeEqual(digest, bytes);

const hmacOf = (
  { place, prefix }: Found,
  { encoding }: Bytes,
  {
    algorithm,
    template,
    key,
  }: { readonly algorithm: NonNullable<Hmac['algorithm']>; readonly template: Template; readonly key: Key },
): Hmac => {
  const { bytes: _, ...how } = key;
  return {
    kind: 'hmac',
    header: place,
    ...(prefix !== '' && { prefix }),
    algorithm,
    encoding,
    ...template,
    ...how,
  };
};

function contentBytes(request: SenderRequest, template: Template, texts: readonly Found[]): Buffer {
  const time = texts.find(({ place, prefix }) => place === template.timestamp && prefix === '')?.text ?? '';
  const pieces = contentOf(template.template, template)(request, time);
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

function spend(trials: Trials, bytes: number): boolean {
  trials.tried += 1;
  trials.hashedBytes += bytes + 128;
  return trials.hashedBytes < hashedBytesMax;
}

type PublicKey = Extract<SenderSignature, { kind: 'public-key' }>;

const hashes = ['sha256', 'sha512', 'sha384', 'sha1'] as const;

/** The ways in which a key of this kind signs. */
function waysOf({ asymmetricKeyType }: KeyObject): readonly Pick<PublicKey, 'algorithm' | 'hash'>[] {
  if (asymmetricKeyType === 'ed25519') return [{ algorithm: 'ed25519' }];
  const algorithms =
    asymmetricKeyType === 'rsa' ? (['rsa', 'rsa-pss'] as const) : (['ecdsa', 'ecdsa-p1363'] as const);
  return algorithms.flatMap((algorithm) => hashes.map((hash) => ({ algorithm, hash })));
}

function publicKeyIn(
  request: SenderRequest,
  texts: readonly Found[],
  secret: string,
  trials: Trials,
): PublicKey | null {
  const key = ed25519KeyOfHex(secret) ?? keyOfBase64(secret);
  if (key === null) return null;
  const wanted = texts.flatMap((found) =>
    bytesOf(found.text).flatMap((one) => (one.bytes.byteLength >= 56 ? [{ found, one }] : [])),
  );
  for (const template of templatesFor(request, texts)) {
    for (const { found, one } of wanted) {
      for (const way of waysOf(key)) {
        if (!spend(trials, request.rawBody.byteLength + 2_000)) return null;
        const { place, prefix } = found;
        const signature: PublicKey = {
          kind: 'public-key',
          ...way,
          header: place,
          ...(prefix !== '' && { prefix }),
          encoding: one.encoding,
          ...template,
        };
        const { status } = schemeOf({ ...signature, toleranceSeconds: null }).check(
          request,
          secret,
          new Map(),
        );
        if (status === 'verified') return signature;
      }
    }
  }
  return null;
}

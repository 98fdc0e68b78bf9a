import type { SenderSignature } from '#contracts/sender-data.ts';
import { base64Key, hexKey, hmac, type SignedContent } from '../schemes/hmac.ts';
import { ed25519KeyOfHex, keyOfBase64 } from '../schemes/keys.ts';
import { publicKeySignature } from '../schemes/public-key.ts';
import { inHeader } from '../schemes/signature-parts.ts';
import type { SignedTime } from '../schemes/signed-time.ts';
import { basicCredentials, token } from '../schemes/token.ts';
import type { SenderRequest, SignatureCheck, SignatureScheme } from '../sender.ts';
import { partAt, readPlace } from './place.ts';

type Signed = Extract<SenderSignature, { kind: 'hmac' | 'public-key' }>;

/** The check of a signature that is described as data. */
export function schemeOf(signature: SenderSignature): SignatureScheme {
  switch (signature.kind) {
    case 'token':
      return token(partAt(signature.header, signature.prefix));
    case 'basic':
      return token(inHeader('authorization'), basicCredentials);
    case 'hmac':
      return withId(
        signature,
        hmac({
          ...commonOf(signature),
          algorithm: signature.algorithm ?? 'sha256',
          signatures: partAt(signature.header, signature.prefix),
          key: keyOf(signature),
        }),
      );
    case 'public-key':
      return withId(signature, publicKeyScheme(signature));
  }
}

function publicKeyScheme(signature: Extract<SenderSignature, { kind: 'public-key' }>): SignatureScheme {
  const { algorithm, hash = 'sha256', header, prefix, keysUrl, keyId } = signature;
  return publicKeySignature({
    ...commonOf(signature),
    algorithm: algorithm === 'ed25519' ? algorithm : hash,
    padding: algorithm === 'rsa-pss' ? 'pss' : 'pkcs1',
    numbers: algorithm === 'ecdsa-p1363' ? 'ieee-p1363' : 'der',
    signature: partAt(header, prefix),
    key:
      keysUrl === undefined
        ? { from: 'secret', read: (secret) => ed25519KeyOfHex(secret) ?? keyOfBase64(secret) }
        : { from: 'set', url: keysUrl, keyId: keyId === undefined ? null : partAt(keyId) },
  });
}

function commonOf(signature: Signed) {
  const { encoding = 'hex', template = '{body}' } = signature;
  const time = timeOf(signature);
  return { encoding, content: contentOf(template, signature), ...(time !== undefined && { time }) };
}

function timeOf({ timestamp, timeUnit = 'seconds', toleranceSeconds = 300 }: Signed): SignedTime | undefined {
  if (timestamp === undefined) return undefined;
  const toleranceMs = toleranceSeconds === null ? null : toleranceSeconds * 1_000;
  return { part: partAt(timestamp), unit: timeUnit, toleranceMs };
}

type Piece = (request: SenderRequest, time: string) => string | Uint8Array;

/** The values of names in a template; others are places. */
const named: Readonly<Record<string, Piece>> = {
  body: ({ rawBody }) => rawBody,
  timestamp: (_request, time) => time,
  url: ({ url }) => url,
  method: ({ method }) => method,
  path: ({ url }) => new URL(url).pathname + new URL(url).search,
};

/** The signed bytes; a place without a value is an empty text. */
export function contentOf(
  template: string,
  { id }: Pick<Signed, 'id'>,
): (request: SenderRequest, time: string) => SignedContent {
  const pieces = template.split(/\{([^{}]+)\}/g).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [() => part.replaceAll(String.raw`\n`, '\n')];
    return [
      Object.hasOwn(named, part)
        ? (named[part] ?? placePiece(part))
        : placePiece(part === 'id' ? (id ?? part) : part),
    ];
  });
  return (request, time) => pieces.map((piece) => piece(request, time));
}

function placePiece(place: string): Piece {
  const read = readPlace(place);
  return (request) => read(request) ?? '';
}

/** An id that is signed has to be there. */
function withId({ id }: Signed, scheme: SignatureScheme): SignatureScheme {
  if (id === undefined) return scheme;
  const read = readPlace(id);
  const check: SignatureCheck = (request, secret, keys) =>
    read(request) === null ? { status: 'missing', missing: id } : scheme.check(request, secret, keys);
  return { ...scheme, check };
}

function keyOf({ secretEncoding = 'text', secretPrefix = '' }: Extract<SenderSignature, { kind: 'hmac' }>) {
  if (secretEncoding === 'base64') return base64Key(secretPrefix);
  if (secretEncoding === 'hex') return hexKey(secretPrefix);
  return (secret: string) =>
    Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
}

/** The members of a sender with code of its own whose signature data can say. */
export const signedBy = (signature: SenderSignature, secretName: string) => ({
  data: { signature },
  verify: { secretName, ...schemeOf(signature) },
});

/** Whether a right signature covers what stands at a place. */
export function isSignedPlace(signature: SenderSignature | null | undefined, place: string): boolean {
  if (signature == null || signature.kind === 'token' || signature.kind === 'basic') return false;
  const { template = '{body}', id } = signature;
  const covers = (name: string) => template.includes(`{${name}}`);
  if (place.startsWith('/') || place === 'sha256') return covers('body') || covers(place);
  if (place.startsWith('?')) return covers('url') || covers('path') || covers(place);
  return covers(place) || (place === id && covers('id'));
}

import { createHmac } from 'node:crypto';

import type { SenderRequest, SignatureCheck, SignatureScheme } from '../sender.ts';
import { isSameText } from './compare.ts';
import type { Part } from './signature-parts.ts';
import { type SignedTime, verificationByTime } from './signed-time.ts';

export type SignedContent = readonly (string | Uint8Array)[];

export interface HmacScheme {
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The places of the signatures; one valid one among several is enough. */
  readonly signatures: Part;
  readonly time?: SignedTime;
  /** The signed parts, in order; default: the body. `time` is the text of the moment, empty without one. */
  readonly content?: (request: SenderRequest, time: string) => SignedContent;
  /** The key that a secret stands for; default: its UTF-8 bytes. Null where it is none. */
  readonly key?: (secret: string) => Uint8Array | null;
}

/** No sender has this many at once; each costs a comparison. */
const signaturesMax = 10;

/** HMAC over the body or over what `content` makes of the request. */
export const hmac = (scheme: HmacScheme): SignatureScheme => ({
  check: hmacCheck(scheme),
  variants: variantsOf(scheme),
  signsContent: true,
  toleranceMs: scheme.time?.toleranceMs ?? null,
});

const algorithmNames = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;
const encodingNames = { hex: 'hexadecimal', base64: 'base64' } as const;
const algorithms = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
const encodings = ['hex', 'base64'] as const;

const variantsOf = (scheme: HmacScheme): NonNullable<SignatureScheme['variants']> =>
  algorithms.flatMap((algorithm) =>
    encodings.flatMap((encoding) => {
      const differences = [
        algorithm !== scheme.algorithm &&
          `with ${algorithmNames[algorithm]}, not ${algorithmNames[scheme.algorithm]}`,
        encoding !== scheme.encoding &&
          `in ${encodingNames[encoding]}, not ${encodingNames[scheme.encoding]}`,
      ].filter((difference) => difference !== false);
      return differences.length === 0
        ? []
        : [{ check: hmacCheck({ ...scheme, algorithm, encoding }), how: differences.join(' and ') }];
    }),
  );

function hmacCheck(scheme: HmacScheme): SignatureCheck {
  const { algorithm, encoding, signatures, time, content = bodyAlone, key = keyOfText } = scheme;
  return (request, secret) => {
    const given = signatures.values(request).slice(0, signaturesMax);
    if (given.length === 0) return { status: 'missing', missing: signatures.name };
    const [moment] = time?.part.values(request) ?? [''];
    if (time !== undefined && moment === undefined) return { status: 'missing', missing: time.part.name };
    const keyBytes = key(secret);
    if (keyBytes === null) return { status: 'wrong' };
    const digest = createHmac(algorithm, keyBytes);
    for (const piece of content(request, moment ?? '')) digest.update(piece);
    const expected = digest.digest(encoding);
    const isRight = given.some((signature) => isSameText(expected, spelled(signature, encoding)));
    return isRight ? verificationByTime(request, time, moment ?? '') : { status: 'wrong' };
  };
}

const bodyAlone = ({ rawBody }: SenderRequest): SignedContent => [rawBody];
const keyOfText = (secret: string): Uint8Array => Buffer.from(secret);

/** Base64 of a URL, and without its padding, is the same signature. */
function spelled(signature: string, encoding: HmacScheme['encoding']): string {
  if (encoding === 'hex') return signature.toLowerCase();
  const text = signature.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** The key of a secret that is written in hexadecimal digits. */
export const hexKey =
  (prefix = '') =>
  (secret: string): Uint8Array | null => {
    const digits = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
    return /^(?:[0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
  };

/** The key of a secret that is written in base64, with a prefix or without. */
export const base64Key =
  (prefix = '') =>
  (secret: string): Uint8Array | null => {
    const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
    const digits = text.replace(/={1,2}$/, '');
    return /^[A-Za-z0-9+/_-]+$/.test(digits) && digits.length % 4 !== 1
      ? Buffer.from(digits, 'base64')
      : null;
  };

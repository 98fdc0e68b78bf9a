import { createHmac, createPublicKey, createSign, createVerify, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { plainOf, printJson } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'] as const;
type Algorithm = (typeof algorithms)[number];
const keyParam = (description: string) => z.string().min(1).max(10_000).describe(description);

const digestOf = (algorithm: Algorithm) => `sha${algorithm.slice(2)}`;

function signatureOf(input: string, algorithm: Algorithm, key: string): Buffer {
  if (algorithm.startsWith('HS')) return createHmac(digestOf(algorithm), key).update(input).digest();
  try {
    return createSign(digestOf(algorithm)).update(input).sign(key);
  } catch {
    throw invalid('key is no private RSA key in PEM.');
  }
}

function isSigned(input: string, signature: Buffer, algorithm: Algorithm, key: string): boolean {
  if (algorithm.startsWith('HS')) {
    const expected = signatureOf(input, algorithm, key);
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  try {
    return createVerify(digestOf(algorithm)).update(input).verify(createPublicKey(key), signature);
  } catch {
    throw invalid('key is no public RSA key or certificate in PEM.');
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signJwt(text: string, algorithm: Algorithm, key: string): string {
  const tree = parseJson(text);
  if (tree.kind !== 'object') throw invalid('text must be a JSON object: the claims.');
  const claims = Buffer.from(printJson(tree, 0)).toString('base64url');
  const input = `${part({ alg: algorithm, typ: 'JWT' })}.${claims}`;
  return `${input}.${signatureOf(input, algorithm, key).toString('base64url')}`;
}

interface Verification {
  readonly key: string;
  readonly algorithm: Algorithm | 'any';
  readonly at?: string | undefined;
}

function readPart(written: string | undefined, name: string): Record<string, unknown> {
  const json = Buffer.from(written ?? '', 'base64url').toString('utf8');
  const value = plainOf(parseJson(json, { field: `The ${name} of text` }));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`The ${name} of text is no JSON object.`);
  return value as Record<string, unknown>;
}

/** Why the claims do not hold at that moment; undefined if they do. */
function timeProblem(claims: Record<string, unknown>, at: string | undefined): string | undefined {
  if (at === undefined) return undefined;
  const seconds = Date.parse(at) / 1000;
  if (Number.isNaN(seconds)) throw invalid('at is no moment in ISO 8601.');
  const { exp, nbf } = claims;
  if (typeof exp === 'number' && seconds >= exp) return 'the token has expired';
  return typeof nbf === 'number' && seconds < nbf ? 'the token is not valid yet' : undefined;
}

function verifyJwt(text: string, { key, algorithm, at }: Verification): string {
  const [head, body, signature, ...more] = text
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.');
  if (signature === undefined || more.length > 0) throw invalid('text is not a JWT: it has not 3 parts.');
  const { alg } = readPart(head, 'header');
  const payload = readPart(body, 'payload');
  const known = algorithms.find((name) => name === alg);
  if (known === undefined)
    throw invalid(`text is signed by ${JSON.stringify(alg)}, which is not checked here.`);
  // A public key must not be taken for the secret of an HMAC.
  if (known.startsWith('HS') && key.includes('-----BEGIN'))
    throw invalid('key is a PEM, but text says that it is signed with a shared secret.');
  if (algorithm !== 'any' && algorithm !== known)
    throw invalid(`text is signed by ${known}, not ${algorithm}.`);
  const signed = isSigned(`${head}.${body}`, Buffer.from(signature, 'base64url'), known, key);
  const problem = signed ? timeProblem(payload, at) : 'the signature is wrong';
  return jsonText({ valid: problem === undefined, reason: problem ?? null, algorithm: known, payload });
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'jwt-sign',
    title: 'Sign JWT',
    summary: 'Makes a JSON Web Token of claims, signed with a secret (HS*) or a private RSA key (RS*).',
    params: z.object({
      text: textParam('The claims, as a JSON object.', 16_000),
      key: keyParam('The secret, or the private key in PEM. It is neither stored nor logged.'),
      algorithm: choiceParam('How to sign.', algorithms, 'HS256'),
    }),
    example: {
      params: { text: '{"sub":"1"}', key: 'secret' },
      result:
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.8qZF8vbN3UpcanXFc-mPXJkOPN01-bRch8XX3rToP1U',
    },
    run: ({ text, key, algorithm }) => signJwt(text, algorithm, key),
  }),
  defineTool({
    id: 'jwt-verify',
    title: 'Verify JWT',
    summary: 'Checks the signature of a JSON Web Token and, for a moment that is given, its times.',
    params: z.object({
      text: textParam('The token, with or without the prefix Bearer.', 16_000),
      key: keyParam('The secret, or the public key or certificate in PEM. It is neither stored nor logged.'),
      algorithm: choiceParam('The one to demand.', ['any', ...algorithms], 'any'),
      at: z
        .string()
        .max(100)
        .optional()
        .describe('The moment for exp and nbf in ISO 8601; without it they are not checked.'),
    }),
    example: {
      params: {
        text: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.8qZF8vbN3UpcanXFc-mPXJkOPN01-bRch8XX3rToP1U',
        key: 'secret',
      },
      result:
        '{\n  "valid": true,\n  "reason": null,\n  "algorithm": "HS256",\n  "payload": {\n    "sub": "1"\n  }\n}',
    },
    run: ({ text, ...verification }) => verifyJwt(text, verification),
  }),
];

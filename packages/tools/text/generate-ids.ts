import { customRandom, urlAlphabet } from 'nanoid';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { choiceParam, integerParam, seedParam } from '../params.ts';
import { createRandom, type Random } from '../random.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

const countParam = integerParam('How many to make, a line each.', 1, 1000, 1);
const momentParam = z
  .union([z.iso.datetime({ offset: true }), z.int().min(0).max(253_402_300_799_999)])
  .optional()
  .describe(
    'The time inside the id, ISO 8601 or milliseconds since 1970. Without it: now; with a seed only: the start of 1970.',
  );

function momentMs(moment: string | number | undefined, seed: string | number | undefined): number {
  if (moment !== undefined) return typeof moment === 'number' ? moment : Date.parse(moment);
  return seed === undefined ? Date.now() : 0;
}

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('\n');
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ids of the same millisecond are ascending: the random part is incremented. */
function createRising(random: Random, bits: number): () => bigint {
  // The top bit is clear, so that incrementing never overflows.
  let value = BigInt.asUintN(bits - 1, BigInt(`0x${random.bytes(Math.ceil(bits / 8)).toString('hex')}`));
  return () => {
    value += BigInt(random.below(2 ** 16) + 1);
    return value;
  };
}

async function ulids(count: number, atMs: number, random: Random): Promise<string> {
  const { encodeTime } = await loadLibrary('ulid', () => import('ulid'));
  const next = createRising(random, 80);
  const time = encodeTime(atMs, 10);
  return repeat(count, () => {
    const value = next();
    let encoded = '';
    for (let digit = 15n; digit >= 0n; digit -= 1n) {
      encoded += crockford.charAt(Number((value >> (digit * 5n)) & 31n));
    }
    return time + encoded;
  });
}

async function uuids(version: '4' | '7', count: number, atMs: number, random: Random): Promise<string> {
  const { v4, v7 } = await loadLibrary('uuid', () => import('uuid'));
  const bytes = () => Uint8Array.from(random.bytes(16));
  if (version === '4') return repeat(count, () => v4({ random: bytes() }));
  const first = random.below(2 ** 31);
  return repeat(count, (index) => v7({ msecs: atMs, seq: first + index, random: bytes() }));
}

const alphabets = {
  url: urlAlphabet,
  alphanumeric: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  hex: '0123456789abcdef',
  digits: '0123456789',
  letters: 'abcdefghijklmnopqrstuvwxyz',
  readable: '23456789abcdefghjkmnpqrstuvwxyz',
} as const;

export const tools: readonly Tool[] = [
  defineTool({
    id: 'generate-uuid',
    title: 'Generate UUIDs',
    summary: 'Makes UUIDs: version 4 is random, version 7 begins with the time and sorts by it.',
    params: z.object({
      version: z
        .union([z.literal([4, 7]), z.enum(['4', '7'])])
        .default(4)
        .describe('4 or 7.'),
      count: countParam,
      moment: momentParam,
      seed: seedParam,
    }),
    example: { params: { seed: 1 }, result: '0eeece4b-56ed-4f65-9ef5-941a4b1e6cbd' },
    inlineCharsMax: 1000,
    run: ({ version, count, moment, seed }) => {
      if (String(version) === '4' && moment !== undefined) {
        throw invalid('params.moment belongs to version 7; a version 4 UUID holds no time.');
      }
      return uuids(String(version) as '4' | '7', count, momentMs(moment, seed), createRandom(seed));
    },
  }),
  defineTool({
    id: 'generate-ulid',
    title: 'Generate ULIDs',
    summary: 'Makes ULIDs: 26 characters that begin with the time and sort by it.',
    params: z.object({ count: countParam, moment: momentParam, seed: seedParam }),
    example: { params: { moment: '2026-08-24T00:00:00Z', seed: 1 }, result: '01M0RH27001VQCWJTPXPQPBTGM' },
    inlineCharsMax: 1000,
    run: ({ count, moment, seed }) => {
      const atMs = momentMs(moment, seed);
      return ulids(count, atMs, createRandom(seed));
    },
  }),
  defineTool({
    id: 'generate-nanoid',
    title: 'Generate Nano IDs',
    summary: 'Makes short random ids from an alphabet.',
    params: z.object({
      size: integerParam('Characters of an id.', 2, 128, 21),
      alphabet: choiceParam(
        'The characters; readable leaves out look-alikes.',
        ['url', 'alphanumeric', 'hex', 'digits', 'letters', 'readable'],
        'url',
      ),
      count: countParam,
      seed: seedParam,
    }),
    example: { params: { size: 10, seed: 1 }, result: 'InlOEbYBMB' },
    inlineCharsMax: 1000,
    run: ({ size, alphabet, count, seed }) => {
      const random = createRandom(seed);
      const make = customRandom(alphabets[alphabet], size, (bytes) => Uint8Array.from(random.bytes(bytes)));
      return repeat(count, () => make());
    },
  }),
];

import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { choiceParam, integerParam, seedParam, textParam } from '../params.ts';
import { createRandom } from '../random.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

const passwordParam = textParam('The password. It is neither stored nor logged.', 1_000);
const saltParam = z.string().min(1).max(200).describe('The salt: the same gives the same result.');
const outputParam = choiceParam('How to write the bytes.', ['hex', 'base64'], 'hex');
const bcryptLetters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const bcryptBytesMax = 72;
/** Half a second of processor time; the next takes a second, which a machine half as fast has not. */
const bcryptRoundsMax = 13;
/** Rounds of HMAC: each block of a key takes all iterations. */
const pbkdf2WorkMax = 13_000_000;
const hashBytes = { sha1: 20, sha256: 32, sha512: 64 } as const;
/** The memory that N and r need, and the time that N, r and p need. */
const scryptBytesMax = 128 * 1024 * 1024;
const scryptWorkMax = 2 ** 21;

const isPowerOf2 = (value: number) => Number.isInteger(Math.log2(value));

function bcryptSalt(rounds: number, seed: string | number | undefined): string {
  const random = createRandom(seed);
  const letters = Array.from({ length: 21 }, () => bcryptLetters.charAt(random.below(64)));
  // The last sign holds two bits only.
  const last = '.Oeu'.charAt(random.below(4));
  return `$2b$${String(rounds).padStart(2, '0')}$${letters.join('')}${last}`;
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'bcrypt-hash',
    title: 'Hash password (bcrypt)',
    summary: 'Hashes a password with bcrypt, for test users and seeds.',
    params: z.object({
      text: passwordParam,
      rounds: integerParam('The cost; each one more takes twice the time.', 4, bcryptRoundsMax, 10),
      seed: seedParam,
    }),
    example: {
      params: { text: 'secret', rounds: 4, seed: 1 },
      result: '$2b$04$JjY7U.rynzoN3KL4d1yAVuzN7VVqbhFpPyIERwlIBZPUqPkUiLtUi',
    },
    isHeavy: true,
    run: async ({ text, rounds, seed }) => {
      if (Buffer.byteLength(text) > bcryptBytesMax)
        throw invalid(`text has more than ${bcryptBytesMax} bytes, which is all that bcrypt reads.`);
      const { default: bcrypt } = await loadLibrary('bcryptjs', () => import('bcryptjs'));
      return bcrypt.hashSync(text, bcryptSalt(rounds, seed));
    },
  }),
  defineTool({
    id: 'bcrypt-verify',
    title: 'Check password (bcrypt)',
    summary: 'Says whether a password has a bcrypt hash; gives true or false.',
    params: z.object({
      text: passwordParam,
      hash: z
        .string()
        .regex(
          /^\$2[abxy]?\$(?:0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/,
          `must be a bcrypt hash of at most ${bcryptRoundsMax} rounds`,
        )
        .describe('The hash.'),
    }),
    example: {
      params: { text: 'secret', hash: '$2b$04$JjY7U.rynzoN3KL4d1yAVuzN7VVqbhFpPyIERwlIBZPUqPkUiLtUi' },
      result: 'true',
    },
    isHeavy: true,
    run: async ({ text, hash }) => {
      const { default: bcrypt } = await loadLibrary('bcryptjs', () => import('bcryptjs'));
      return String(bcrypt.compareSync(text, hash));
    },
  }),
  defineTool({
    id: 'pbkdf2-derive',
    title: 'Derive key (PBKDF2)',
    summary: 'Derives a key from a password with PBKDF2 (RFC 8018).',
    params: z.object({
      text: passwordParam,
      salt: saltParam,
      iterations: integerParam('How often to hash.', 1, 1_000_000, 100_000),
      bytes: integerParam('Length of the key.', 1, 512, 32),
      algorithm: choiceParam('The hash.', ['sha1', 'sha256', 'sha512'], 'sha256'),
      encoding: outputParam,
    }),
    example: {
      params: { text: 'password', salt: 'salt', iterations: 1, bytes: 20, algorithm: 'sha1' },
      result: '0c60c80f961f0e71f3a9b524af6012062fe037a6',
    },
    isHeavy: true,
    run: ({ text, salt, iterations, bytes, algorithm, encoding }) => {
      if (iterations * Math.ceil(bytes / hashBytes[algorithm]) > pbkdf2WorkMax)
        throw overLimit('iterations and bytes together take too long; ask for fewer bytes.');
      return pbkdf2Sync(text, salt, iterations, bytes, algorithm).toString(encoding);
    },
  }),
  defineTool({
    id: 'scrypt-derive',
    title: 'Derive key (scrypt)',
    summary: 'Derives a key from a password with scrypt (RFC 7914).',
    params: z.object({
      text: passwordParam,
      salt: z.string().max(200).describe('The salt: the same gives the same result.'),
      cost: z
        .int()
        .min(2)
        .max(131_072)
        .refine(isPowerOf2, 'must be a power of 2')
        .default(16_384)
        .describe('N: work and memory, a power of 2. The memory is N times r times 128 bytes.'),
      blockSize: integerParam('r.', 1, 32, 8),
      parallel: integerParam('p.', 1, 64, 1),
      bytes: integerParam('Length of the key.', 1, 512, 32),
      encoding: outputParam,
    }),
    example: {
      params: { text: 'password', salt: 'NaCl', cost: 1024, blockSize: 8, parallel: 1, bytes: 16 },
      result: '27b418c674c769d12501fbb1f53bac32',
    },
    isHeavy: true,
    run: ({ text, salt, cost, blockSize, parallel, bytes, encoding }) => {
      const memory = 128 * cost * blockSize;
      if (memory > scryptBytesMax || cost * blockSize * parallel > scryptWorkMax)
        throw overLimit('cost, blockSize and parallel together take too much memory or time.');
      const options = { N: cost, r: blockSize, p: parallel, maxmem: 2 * scryptBytesMax };
      return scryptSync(text, salt, bytes, options).toString(encoding);
    },
  }),
];

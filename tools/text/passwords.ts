import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { choiceParam, integerParam, seedParam, textParam } from '../params.ts';
import { createRandom } from '../random.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

const passwordParam = textParam('The password. It is neither stored nor logged.', 1_000);
const saltParam = z.string().min(1).max(200).describe('The salt: the same gives the same result.');
const outputParam = choiceParam('How to write the bytes.', ['hex', 'base64'], 'hex');
const bcryptLetters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const bcryptBytesMax = 72;

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
      rounds: integerParam('The cost; each one more takes twice the time.', 4, 11, 10),
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
          /^\$2[abxy]?\$(?:0[4-9]|1[01])\$[./A-Za-z0-9]{53}$/,
          'must be a bcrypt hash of at most 11 rounds',
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
      iterations: integerParam('How often to hash.', 1, 500_000, 100_000),
      bytes: integerParam('Length of the key.', 1, 512, 32),
      algorithm: choiceParam('The hash.', ['sha1', 'sha256', 'sha512'], 'sha256'),
      encoding: outputParam,
    }),
    example: {
      params: { text: 'password', salt: 'salt', iterations: 1, bytes: 20, algorithm: 'sha1' },
      result: '0c60c80f961f0e71f3a9b524af6012062fe037a6',
    },
    isHeavy: true,
    run: ({ text, salt, iterations, bytes, algorithm, encoding }) =>
      pbkdf2Sync(text, salt, iterations, bytes, algorithm).toString(encoding),
  }),
  defineTool({
    id: 'scrypt-derive',
    title: 'Derive key (scrypt)',
    summary: 'Derives a key from a password with scrypt (RFC 7914).',
    params: z.object({
      text: passwordParam,
      salt: saltParam,
      cost: choiceParam('N: work and memory.', ['16', '1024', '4096', '16384'], '16384'),
      blockSize: integerParam('r.', 1, 8, 8),
      parallel: integerParam('p.', 1, 4, 1),
      bytes: integerParam('Length of the key.', 1, 512, 32),
      encoding: outputParam,
    }),
    example: {
      params: { text: 'password', salt: 'NaCl', cost: '1024', blockSize: 8, parallel: 1, bytes: 16 },
      result: '27b418c674c769d12501fbb1f53bac32',
    },
    isHeavy: true,
    run: ({ text, salt, cost, blockSize, parallel, bytes, encoding }) =>
      scryptSync(text, salt, bytes, { N: Number(cost), r: blockSize, p: parallel }).toString(encoding),
  }),
  defineTool({
    id: 'totp-generate',
    title: 'One-time password (TOTP)',
    summary:
      'Gives the one-time password (RFC 6238) of a secret at a moment, and the otpauth address; gives JSON.',
    params: z.object({
      text: z
        .string()
        .regex(/^[A-Za-z2-7 =]{8,200}$/, 'must be a secret in base32')
        .describe('The secret, in base32.'),
      at: z.string().max(100).describe('The moment, in ISO 8601.'),
      digits: integerParam('Length of the password.', 6, 8, 6),
      period: integerParam('Seconds that it lasts.', 15, 120, 30),
      algorithm: choiceParam('The hash.', ['SHA1', 'SHA256', 'SHA512'], 'SHA1'),
      label: z.string().max(100).default('account').describe('Whose it is, for the address.'),
    }),
    example: {
      params: { text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', at: '1970-01-01T00:00:59Z', digits: 8 },
      result:
        '{\n  "code": "94287082",\n  "secondsLeft": 1,\n  "url": "otpauth://totp/account?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=8&period=30"\n}',
    },
    run: async ({ text, at, digits, period, algorithm, label }) => {
      const timestamp = Date.parse(at);
      if (Number.isNaN(timestamp)) throw invalid('at is no moment in ISO 8601.');
      const { TOTP, Secret } = await loadLibrary('otpauth', () => import('otpauth'));
      const secret = Secret.fromBase32(text.replaceAll(/[ =]/g, '').toUpperCase());
      const totp = new TOTP({ secret, digits, period, algorithm, label });
      const left = period - (Math.floor(timestamp / 1000) % period);
      return jsonText({ code: totp.generate({ timestamp }), secondsLeft: left, url: totp.toString() });
    },
  }),
  defineTool({
    id: 'totp-verify',
    title: 'Check one-time password (TOTP)',
    summary: 'Says whether a one-time password (RFC 6238) is right at a moment; gives true or false.',
    params: z.object({
      text: z
        .string()
        .regex(/^[A-Za-z2-7 =]{8,200}$/, 'must be a secret in base32')
        .describe('The secret, in base32.'),
      code: z
        .string()
        .regex(/^\d{6,8}$/, 'must be 6 to 8 digits')
        .describe('The password.'),
      at: z.string().max(100).describe('The moment, in ISO 8601.'),
      window: integerParam('How many periods before and after count too.', 0, 10, 1),
    }),
    example: {
      params: { text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code: '94287082', at: '1970-01-01T00:00:59Z' },
      result: 'true',
    },
    run: async ({ text, code, at, window }) => {
      const timestamp = Date.parse(at);
      if (Number.isNaN(timestamp)) throw invalid('at is no moment in ISO 8601.');
      const { TOTP, Secret } = await loadLibrary('otpauth', () => import('otpauth'));
      const secret = Secret.fromBase32(text.replaceAll(/[ =]/g, '').toUpperCase());
      const totp = new TOTP({ secret, digits: code.length });
      return String(totp.validate({ token: code, timestamp, window }) !== null);
    },
  }),
];

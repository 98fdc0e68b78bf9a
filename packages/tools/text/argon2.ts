import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { integerParam, seedParam, textParam } from '../params.ts';
import { createRandom } from '../random.ts';
import { defineTool, type Tool } from '../tool.ts';

const passwordParam = textParam('The password. It is neither stored nor logged.', 1_000).pipe(
  z.string().min(1),
);
const saltBytes = 16;
const memoryKiBMax = 65_536;
const iterationsMax = 10;
const parallelMax = 4;

/** The numbers that a hash in its usual form was made with. */
const written =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{6,344}$/;

function isAffordable(hash: string): boolean {
  const [, memory, iterations, parallel] = written.exec(hash) ?? [];
  return (
    Number(memory) <= memoryKiBMax && Number(iterations) <= iterationsMax && Number(parallel) <= parallelMax
  );
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'argon2-hash',
    title: 'Hash password (Argon2id)',
    summary: 'Hashes a password with Argon2id (RFC 9106), for test users and seeds.',
    params: z.object({
      text: passwordParam,
      memoryKiB: integerParam('Memory, in KiB.', 32, memoryKiBMax, 19_456),
      iterations: integerParam('Passes over the memory.', 1, iterationsMax, 2),
      parallel: integerParam('Lanes.', 1, parallelMax, 1),
      seed: seedParam,
    }),
    example: {
      params: { text: 'secret', memoryKiB: 64, iterations: 1, seed: 1 },
      result:
        '$argon2id$v=19$m=64,t=1,p=1$S2UavdYAbfTpNerPeQyNOg$/DHjX98Q8/i91v3fDZfFJxKLJenUcj8OKWKCELEycTg',
    },
    isHeavy: true,
    run: async ({ text, memoryKiB, iterations, parallel, seed }) => {
      const { argon2id } = await loadLibrary('hash-wasm', () => import('hash-wasm'));
      const random = createRandom(seed);
      return await argon2id({
        password: text,
        salt: Uint8Array.from({ length: saltBytes }, () => random.below(256)),
        memorySize: memoryKiB,
        iterations,
        parallelism: parallel,
        hashLength: 32,
        outputType: 'encoded',
      });
    },
  }),
  defineTool({
    id: 'argon2-verify',
    title: 'Check password (Argon2)',
    summary: 'Says whether a password has an Argon2 hash (RFC 9106); gives true or false.',
    params: z.object({
      text: passwordParam,
      hash: z
        .string()
        .max(600)
        .refine(
          isAffordable,
          `must be an Argon2 hash of at most ${memoryKiBMax} KiB, ${iterationsMax} iterations and ${parallelMax} lanes`,
        )
        .describe('The hash, beginning with $argon2id$, $argon2i$ or $argon2d$.'),
    }),
    example: {
      params: {
        text: 'secret',
        hash: '$argon2id$v=19$m=64,t=1,p=1$S2UavdYAbfTpNerPeQyNOg$/DHjX98Q8/i91v3fDZfFJxKLJenUcj8OKWKCELEycTg',
      },
      result: 'true',
    },
    isHeavy: true,
    run: async ({ text, hash }) => {
      const { argon2Verify } = await loadLibrary('hash-wasm', () => import('hash-wasm'));
      return String(await argon2Verify({ password: text, hash }));
    },
  }),
];

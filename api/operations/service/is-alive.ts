import { z } from 'zod';

import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

interface Deps {
  readonly proveService: (challenge: string) => string | undefined;
}

const Query = z.object({
  challenge: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional()
    .describe('A random text, by which `npm run doctor` tells this service from another one.'),
});

export const isAlive = ({ proveService }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/healthz',
    id: 'isAlive',
    access: 'service',
    summary: 'Is the process up',
    query: Query,
    answers: {
      200: json(
        'It is.',
        z.object({
          status: z.literal('ok'),
          proof: z
            .string()
            .optional()
            .describe('Answers the challenge: whoever has the master keys of the service makes the same.'),
        }),
      ),
    },
    handle: ({ query: { challenge } }) => ({
      status: 200,
      body: {
        status: 'ok' as const,
        proof: challenge === undefined ? undefined : proveService(challenge),
      },
    }),
  });

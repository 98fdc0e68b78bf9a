import { z } from 'zod';

import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

export const isAlive = () =>
  defineOperation({
    method: 'get',
    path: '/healthz',
    id: 'isAlive',
    access: 'service',
    summary: 'Is the process up',
    answers: { 200: json('It is.', z.object({ status: z.literal('ok') })) },
    handle: () => ({ status: 200, body: { status: 'ok' as const } }),
  });

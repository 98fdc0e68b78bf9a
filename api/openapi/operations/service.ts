import { z } from 'zod';

import type { Operation } from '../operation.ts';

/** For orchestrators, and this reference itself. */
export const serviceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/healthz',
    id: 'isAlive',
    part: 'service',
    summary: 'Is the process up',
    success: {
      status: 200,
      description: 'It is.',
      bodies: [{ mediaType: 'application/json', schema: z.object({ status: z.literal('ok') }) }],
    },
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'isReady',
    part: 'service',
    summary: 'Can it work',
    success: {
      status: 200,
      description: 'Temporal and Redis are reachable.',
      bodies: [{ mediaType: 'application/json', schema: z.object({ status: z.literal('ready') }) }],
    },
    refusals: ['NOT_READY'],
  },
  {
    method: 'get',
    path: '/docs',
    id: 'readReference',
    part: 'service',
    summary: 'This reference as a page',
    success: {
      status: 200,
      description: 'A page that needs no other host.',
      bodies: [{ mediaType: 'text/html', schema: { type: 'string' } }],
    },
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'readOpenApi',
    part: 'service',
    summary: 'This reference as OpenAPI 3.1',
    success: {
      status: 200,
      description: 'This document.',
      bodies: [{ mediaType: 'application/json', schema: { type: 'object' } }],
    },
  },
];

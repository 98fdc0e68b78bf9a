import { z } from 'zod';

import { DomainError } from '../../../domain/domain-error.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

/** One probe per dependency; it rejects while the dependency is unavailable. */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

const probeTimeoutMs = 2_000;

export const isReady = ({ probes }: { readonly probes: Probes }) =>
  defineOperation({
    method: 'get',
    path: '/readyz',
    id: 'isReady',
    access: 'service',
    summary: 'Can it work',
    answers: { 200: json('Temporal and Redis are reachable.', z.object({ status: z.literal('ready') })) },
    refusals: ['NOT_READY'],
    handle: async () => {
      const results = await Promise.allSettled(Object.values(probes).map((probe) => withTimeout(probe())));
      const missing = Object.keys(probes).filter((_, index) => results[index]?.status === 'rejected');
      if (missing.length > 0)
        throw new DomainError('NOT_READY', `Not reachable: ${missing.join(', ')}`, { members: { missing } });
      return { status: 200, body: { status: 'ready' as const } };
    },
  });

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), probeTimeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

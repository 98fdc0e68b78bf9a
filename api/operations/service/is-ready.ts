import { z } from 'zod';

import { DomainError } from '../../../domain/domain-error.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

/** One probe per dependency; it rejects while the dependency is unavailable. */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

const probeTimeoutMs = 2_000;

export interface Readiness {
  readonly probes: Probes;
  /** Whether the process is being stopped: a balancer then sends nothing more here. */
  readonly isStopping: () => boolean;
}

export const isReady = ({ probes, isStopping }: Readiness) =>
  defineOperation({
    method: 'get',
    path: '/readyz',
    id: 'isReady',
    access: 'service',
    summary: 'Can it work',
    answers: { 200: json('Temporal and Redis are reachable.', z.object({ status: z.literal('ready') })) },
    refusals: ['NOT_READY'],
    handle: async () => {
      if (isStopping()) throw new DomainError('NOT_READY', 'This process is being stopped');
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

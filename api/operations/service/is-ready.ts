import { z } from 'zod';

import { DomainError } from '../../../domain/domain-error.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

/** One probe per dependency; it rejects while the dependency is unavailable. */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

const probeTimeoutMs = 2_000;

export interface Readiness {
  readonly probes: Probes;
  /** Whether a probe failed only because no memory is left for what is new. */
  readonly isMemoryFull: (error: unknown) => boolean;
  /** Whether the process is being stopped: a balancer then sends nothing more here. */
  readonly isStopping: () => boolean;
}

export const isReady = ({ probes, isMemoryFull, isStopping }: Readiness) =>
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
      const failed = Object.keys(probes).flatMap((name, index) => {
        const result = results[index];
        return result?.status === 'rejected' ? [{ name, isFull: isMemoryFull(result.reason) }] : [];
      });
      if (failed.length > 0) throw notReady(failed);
      return { status: 200, body: { status: 'ready' as const } };
    },
  });

/** `missing` names all of them, `full` those that are reachable and have no memory left. */
function notReady(failed: readonly { readonly name: string; readonly isFull: boolean }[]): DomainError {
  const missing = failed.map(({ name }) => name);
  const full = failed.filter(({ isFull }) => isFull).map(({ name }) => name);
  const unreachable = missing.filter((name) => !full.includes(name));
  const sentences = [
    ...(unreachable.length > 0 ? [`Not reachable: ${unreachable.join(', ')}`] : []),
    ...full.map((name) => `The memory of ${name} is full: it takes nothing new`),
  ];
  return new DomainError('NOT_READY', sentences.join('. '), { members: { missing, full } });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), probeTimeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

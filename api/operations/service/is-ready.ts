import { z } from 'zod';

import type { ServicePart } from '#contracts/service.ts';
import { DomainError } from '#domain/domain-error.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { ProbeDeps } from '#platform/probe-parts.ts';

export interface Readiness extends ProbeDeps {
  /** Whether the process is being stopped: a balancer then sends nothing more here. */
  readonly isStopping: () => boolean;
}

export const isReady = (deps: Readiness) =>
  defineOperation({
    method: 'get',
    path: '/readyz',
    id: 'isReady',
    access: 'service',
    summary: 'Can it work',
    answers: {
      200: json(
        'Redis and Temporal are reachable, files can be stored and read (at most a minute old), its namespace and search attributes are there, and a worker asks for runs. The rest is at most five seconds old.',
        z.object({ status: z.literal('ready') }),
      ),
    },
    refusals: ['NOT_READY'],
    handle: async () => {
      if (deps.isStopping()) throw new DomainError('NOT_READY', 'This process is being stopped');
      const failed = (await deps.probeParts()).filter(({ state }) => state !== 'ready');
      if (failed.length > 0) throw notReady(failed);
      return { status: 200, body: { status: 'ready' as const } };
    },
  });

/** `missing` names all of them, `full` those that are reachable and have no memory left. */
function notReady(failed: readonly ServicePart[]): DomainError {
  const named = (state: ServicePart['state']) =>
    failed.filter((part) => part.state === state).map(({ name }) => name);
  const [unreachable, absent, full] = [named('unreachable'), named('missing'), named('full')];
  const missing = failed.map(({ name }) => name);
  const sentences = [
    ...(unreachable.length > 0 ? [`Not reachable, or takes no writes: ${unreachable.join(', ')}`] : []),
    ...(absent.length > 0 ? [`Not there in Temporal: ${absent.join(', ')}`] : []),
    ...full.map((name) => `The memory of ${name} is full: it takes nothing new`),
  ];
  return new DomainError('NOT_READY', sentences.join('. '), { members: { missing, full } });
}

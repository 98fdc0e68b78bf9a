import { ServiceState } from '#contracts/service.ts';
import { limits } from '#domain/limits.ts';
import type { Totals } from '#store/workspace/totals.ts';
import type { ServiceRuns } from '#temporal/service-runs.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { ProbeDeps } from '#platform/probe-parts.ts';

interface Deps extends ProbeDeps {
  readonly totals: () => Promise<Totals>;
  readonly serviceRuns: ServiceRuns;
}

export const readService = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/service',
    id: 'readService',
    access: 'operator',
    summary: 'Read the state of the service',
    description: 'Answered also while parts are unreachable: what they would tell is null then.',
    answers: { 200: json('Its parts, its workers, its last cleanup and what is under way.', ServiceState) },
    handle: async () => {
      const { serviceRuns } = deps;
      const [parts, workers, lastSweep, totals] = await Promise.all([
        deps.probeParts(),
        nullOnFailure(serviceRuns.workers()),
        nullOnFailure(serviceRuns.lastSweep()),
        nullOnFailure(deps.totals()),
      ]);
      const { workspaces = null, running = null } = totals ?? {};
      const slotsPerWorkspace = limits.concurrentDeliveries;
      const body = { parts: [...parts], workers, lastSweep, workspaces, running, slotsPerWorkspace };
      return { status: 200, body };
    },
  });

/** The parts say what failed. */
const nullOnFailure = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

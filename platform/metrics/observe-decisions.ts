import type { NewDecision } from '../../contracts/decision.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts each hop of a request of an agent when its decision is logged. */
export function observeDecisions<
  Log extends { append: (scope: never, decision: NewDecision) => Promise<void> },
>(log: Log, { outboundSeconds }: Pick<Metrics, 'outboundSeconds'>): Log {
  const append = async (scope: never, decision: NewDecision): Promise<void> => {
    const { ground, durationMs } = decision;
    outboundSeconds.observe({ ground, result: resultOf(decision) }, durationMs / 1_000);
    await log.append(scope, decision);
  };
  return { ...log, append };
}

function resultOf({ allowed, failure, status }: NewDecision): string {
  if (!allowed) return 'refused';
  if (failure !== null) return failure;
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`;
}

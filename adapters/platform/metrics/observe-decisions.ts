import type { NewDecision } from '#contracts/decision.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Metrics } from './create-metrics.ts';

interface Observers {
  readonly metrics: Pick<Metrics, 'outboundSeconds'>;
  readonly tracing: Pick<Tracing, 'note'>;
}

/** Tells of each hop of a request of an agent when its decision is logged: never its path, query, headers or body. */
export function observeDecisions<
  Log extends { append: (scope: never, decision: NewDecision) => Promise<void> },
>(log: Log, { metrics, tracing }: Observers): Log {
  const append = async (scope: never, decision: NewDecision): Promise<void> => {
    const { ground, durationMs, method, host, port, status } = decision;
    const result = resultOf(decision);
    metrics.outboundSeconds.observe({ ground, result }, durationMs / 1_000);
    tracing.note({
      name: method,
      durationMs,
      attributes: {
        'http.request.method': method,
        'network_access.ground': ground,
        'server.address': host,
        'server.port': port,
        ...(status !== null && { 'http.response.status_code': status }),
        ...(!/^[1-3]xx$/.test(result) && { 'error.type': result }),
      },
      isFailed: !/^[1-3]xx$/.test(result),
    });
    await log.append(scope, decision);
  };
  return { ...log, append };
}

function resultOf({ allowed, failure, status }: NewDecision): string {
  if (!allowed) return 'refused';
  if (failure !== null) return failure;
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`;
}

import type { Circuits } from '../store/circuits.ts';
import type { OpenRequest } from './open-request.ts';

type Outcome = Awaited<ReturnType<OpenRequest['capability']['perform']>>;

/** What the requests of an agent learn about their targets from each other. */
export function createTargetReports(circuits: Circuits) {
  /** Milliseconds that the target of a request is left to rest; 0 where it is not. */
  async function restMs(request: OpenRequest): Promise<number> {
    const target = targetOf(request);
    return target === null ? 0 : await circuits.ask(scopeOf(request), target);
  }

  /** Never rejects: the result of a request does not depend on it. */
  async function report(request: OpenRequest, { retry, result }: Outcome): Promise<void> {
    const target = targetOf(request);
    if (target === null) return;
    const scope = scopeOf(request);
    try {
      if (retry?.isOutage) await circuits.failed(scope, target);
      else if (result.kind === 'response') await circuits.succeeded(scope, target);
    } catch {
      // The store is unavailable: nothing is learned.
    }
  }

  return { restMs, report };
}

const scopeOf = ({ run: { workspaceId }, agentId }: OpenRequest) => ({ workspaceId, agentId });
const targetOf = ({ call, capability }: OpenRequest) => capability.targetOf(call);

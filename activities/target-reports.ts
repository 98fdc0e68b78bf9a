import type { Unapproved } from '#capabilities/acting.ts';
import { isAnswer } from '#capabilities/calls.ts';
import type { Circuits, TargetState } from '#store/circuits.ts';
import type { OpenRequest } from './open-request.ts';

type Outcome = Exclude<Awaited<ReturnType<OpenRequest['capability']['perform']>>, Unapproved>;

/** The reports on targets that the requests of an agent share. */
export function createTargetReports(circuits: Circuits) {
  /** The state of the target of a request; `tryMs` as in adapters/store/circuits.ts. */
  async function stateOf(request: OpenRequest, tryMs?: number): Promise<TargetState> {
    const target = targetOf(request);
    return target === null ? unknownTarget : await circuits.ask(scopeOf(request), target, tryMs);
  }

  /**
   * Notes how the target took a request; a success only where it had failed before. Never rejects: the result of a request
   * does not depend on it.
   */
  async function report(
    request: OpenRequest,
    { hasFailed }: TargetState,
    { retry, result }: Outcome,
  ): Promise<void> {
    const target = targetOf(request);
    if (target === null) return;
    const scope = scopeOf(request);
    try {
      if (retry?.isOutage) await circuits.failed(scope, target);
      else if (hasFailed && isAnswer(result)) await circuits.succeeded(scope, target);
    } catch {
      // The store is unavailable: nothing is learned.
    }
  }

  return { stateOf, report };
}

const unknownTarget: TargetState = { waitMs: 0, hasFailed: false };

const scopeOf = ({ run: { workspaceId }, agentId }: OpenRequest) => ({ workspaceId, agentId });
const targetOf = ({ call, capability }: OpenRequest) => capability.targetOf(call);

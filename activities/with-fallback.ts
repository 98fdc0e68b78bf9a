import { activityInfo, ApplicationFailure } from '@temporalio/activity';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { ModelFailureKind } from '#contracts/turn.ts';
import { isModelFailure, withMessage } from './public-failure.ts';

/** A shorter outage is waited for. */
const patienceMs = 60_000;

interface Models {
  readonly main: AgentModel;
  readonly fallback: AgentModel | null;
}

/** The models in the order in which they are asked. */
interface InOrder {
  readonly first: AgentModel;
  readonly second: AgentModel | null;
  /** Why the fallback comes first; null where it does not. */
  readonly why: string | null;
  /** For how long they could not be asked for want of a slot, in milliseconds. */
  readonly queuedMs?: number;
}

export interface Choice {
  readonly model: AgentModel;
  /** Why it is this model; null for the main one. */
  readonly why: string | null;
  readonly isSecond: boolean;
}

/**
 * Asks the main model; the fallback, where there is one, once the main one has been unavailable for a minute, asks to wait
 * longer, or its quota is used up. If both fail, the failure that may pass counts, so that a later attempt asks again; its
 * sentence names both.
 */
export async function withFallback<T>(
  { first, second, why, queuedMs = 0 }: InOrder,
  ask: (choice: Choice) => Promise<T>,
): Promise<T> {
  try {
    return await ask({ model: first, why, isSecond: false });
  } catch (error) {
    const reason = second === null ? null : reasonToFallBack(error, first.id, queuedMs);
    if (second === null || reason === null) throw error;
    return await ask({ model: second, why: reason, isSecond: true }).catch((failure: unknown) => {
      if (!isModelFailure(error) || !isModelFailure(failure)) throw failure;
      const waitedFor = isPassing(error) ? error : failure;
      throw withMessage(waitedFor, `${error.message} The fallback, ${second.id}: ${failure.message}`);
    });
  }
}

/**
 * A run stays with the model that took over once: what is said between a model and its provider, such as signatures of its
 * reasoning, no other one reads.
 */
export function inOrder(
  { main, fallback }: Models,
  turns: readonly { readonly model: string }[] = [],
): InOrder {
  if (fallback !== null && turns.some(({ model }) => model === fallback.id))
    return { first: fallback, second: main, why: 'it answered before in this run' };
  return { first: main, second: fallback, why: null };
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.nonRetryable !== true;

function reasonToFallBack(error: unknown, id: string, queuedMs: number): string | null {
  if (!isModelFailure(error)) return null;
  const [failure] = error.details as readonly ModelFailureKind[];
  if (failure?.kind === 'quota') return `the quota of ${id} is used up`;
  if (failure?.kind !== 'unavailable' && failure?.kind !== 'rate-limited') return null;
  const { attempt, scheduledTimestampMs } = activityInfo();
  if (attempt > 1 && Date.now() - scheduledTimestampMs - queuedMs >= patienceMs)
    return `${id} has been unavailable for more than a minute`;
  return (failure.retryAfterMs ?? 0) > patienceMs ? `${id} asks to wait for more than a minute` : null;
}

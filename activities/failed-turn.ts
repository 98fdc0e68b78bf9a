import { activityInfo, type ApplicationFailure } from '@temporalio/activity';
import { msToNumber } from '@temporalio/common/lib/time.js';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { ModelStep, ModelTry, RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';

const triesKept = 20;

/** The tries of a turn with one more. */
export const withTry = (tries: readonly ModelTry[], one: ModelTry): ModelTry[] =>
  [...tries, one].slice(-triesKept);

interface FailedTurn {
  readonly turn: number;
  readonly model: AgentModel;
  readonly startedAt: Date;
  readonly failure: ApplicationFailure;
}

/** Shows the owner that a model gave no answer, why, and when it is asked again. */
export async function noteFailedTurn(
  runs: Pick<Runs, 'turnTries' | 'saveFailedTurn'>,
  run: RunRef,
  { turn, model, startedAt, failure }: FailedTurn,
): Promise<void> {
  const at = startedAt.toISOString();
  const { message } = failure;
  const step: ModelStep = {
    kind: 'model',
    startedAt: at,
    durationMs: Date.now() - startedAt.getTime(),
    model: model.id,
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    finishReason: null,
    summary: message,
    tries: withTry(await runs.turnTries(run, turn), { at, model: model.id, error: message }),
    nextTryAt: nextTryAt(failure),
  };
  await runs.saveFailedTurn(run, turn, step);
}

/** When Temporal starts the next attempt; null where there is none. */
export function nextTryAt(failure: ApplicationFailure): string | null {
  const waitMs = nextAttemptInMs(failure);
  return waitMs === null ? null : new Date(Date.now() + waitMs).toISOString();
}

/** How long Temporal waits before the next attempt, in milliseconds; null where there is none. */
export function nextAttemptInMs({ nonRetryable, nextRetryDelay }: ApplicationFailure): number | null {
  const { attempt, retryPolicy = {}, scheduledTimestampMs, scheduleToCloseTimeoutMs } = activityInfo();
  const { initialInterval = '1s', backoffCoefficient = 2, maximumInterval = '60s' } = retryPolicy;
  if (nonRetryable === true) return null;
  const backOffMs = msToNumber(initialInterval) * backoffCoefficient ** (attempt - 1);
  const waitMs =
    nextRetryDelay == null ? Math.min(backOffMs, msToNumber(maximumInterval)) : msToNumber(nextRetryDelay);
  const endsAtMs = scheduledTimestampMs + scheduleToCloseTimeoutMs;
  return scheduleToCloseTimeoutMs === 0 || Date.now() + waitMs < endsAtMs ? waitMs : null;
}

import { activityInfo } from '@temporalio/activity';

import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { ModelStep, ModelTry, RunRef } from '#contracts/run.ts';
import type { Runs } from '#store/run/runs.ts';
import type { Told } from '#store/run/turns.ts';
import { noteFailedTurn, withTry } from './failed-turn.ts';
import { isModelFailure } from './public-failure.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { persistPaid, trackBillableAttempt } from './track-billable-attempt.ts';
import type { Choice } from './with-fallback.ts';
import { withHeartbeat } from './with-heartbeat.ts';

interface AskedTurn extends Choice {
  readonly turn: number;
  readonly input: TurnInput;
  readonly told: Told | null;
  readonly isBudgeted: boolean;
}

/** Asks a model for a turn and stores its answer with its step. */
export function createAskModel(runs: Runs) {
  return async function askModel(
    run: RunRef,
    { turn, model, input, told, isBudgeted, why, isSecond }: AskedTurn,
  ): Promise<TurnOutput> {
    const startedAt = new Date();
    const place = [turn, ...(input.last ? ['last'] : []), ...(isSecond ? ['fallback'] : [])].join('-');
    const asked = await withHeartbeat((signal) =>
      trackBillableAttempt(runs, { run, model, place, isBudgeted }, async (paid) =>
        withReason(await model.turn({ ...input, ...paid, signal }), why),
      ),
    ).catch(async (failure: unknown) => {
      if (isModelFailure(failure)) await noteFailedTurn(runs, run, { turn, model, startedAt, failure });
      throw failure;
    });
    const { output } = asked;
    const hasTried = isSecond || activityInfo().attempt > 1;
    const failed = hasTried ? await retryUntilPersisted(() => runs.turnTries(run, turn)) : [];
    const answer = { ...asked, step: stepOf(output, startedAt, failed), told };
    await persistPaid(asked, () => runs.saveTurn(run, turn, answer));
    return output;
  };
}

const summaryCharsMax = 200;

const withReason = (output: TurnOutput, why: string | null): TurnOutput =>
  why === null
    ? output
    : { ...output, summary: `Fallback, because ${why}. ${output.summary}`.slice(0, summaryCharsMax) };

function stepOf(output: TurnOutput, startedAt: Date, failed: readonly ModelTry[]): ModelStep {
  const { model, usage, summary, finishReason } = output;
  const at = startedAt.toISOString();
  return {
    kind: 'model',
    startedAt: at,
    durationMs: Date.now() - startedAt.getTime(),
    model,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cacheReadTokens,
    reasoningTokens: usage.reasoningTokens,
    finishReason,
    summary,
    tries: failed.length === 0 ? [] : withTry(failed, { at, model, error: null }),
    nextTryAt: null,
  };
}

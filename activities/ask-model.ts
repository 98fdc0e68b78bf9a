import type { TurnInput, TurnOutput } from '../capabilities/agent-turn.ts';
import type { ModelStep, RunRef } from '../contracts/run.ts';
import type { Access } from '../store/run/context.ts';
import type { Runs } from '../store/runs.ts';
import { persistPaid, trackBillableAttempt } from './track-billable-attempt.ts';
import type { Choice } from './with-fallback.ts';
import { withHeartbeat } from './with-heartbeat.ts';

interface AskedTurn extends Choice {
  readonly turn: number;
  readonly input: TurnInput;
  readonly access: Access;
}

/** Asks a model for a turn and stores its answer with its step. */
export function createAskModel(runs: Runs) {
  return async function askModel(
    run: RunRef,
    { turn, model, input, access, why, isSecond }: AskedTurn,
  ): Promise<TurnOutput> {
    const startedAt = new Date();
    const place = [turn, ...(input.last ? ['last'] : []), ...(isSecond ? ['fallback'] : [])].join('-');
    const asked = await withHeartbeat((signal) =>
      trackBillableAttempt(runs, { run, model, place }, async () =>
        withReason(await model.turn({ ...input, signal }), why),
      ),
    );
    const { output } = asked;
    const { timeZone } = input.clock;
    const answer = { ...asked, step: stepOf(output, startedAt), access, timeZone };
    await persistPaid(asked, () => runs.saveTurn(run, turn, answer));
    return output;
  };
}

const summaryCharsMax = 200;

const withReason = (output: TurnOutput, why: string | null): TurnOutput =>
  why === null
    ? output
    : { ...output, summary: `Fallback, because ${why}. ${output.summary}`.slice(0, summaryCharsMax) };

function stepOf({ model, usage, summary, finishReason }: TurnOutput, startedAt: Date): ModelStep {
  return {
    kind: 'model',
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    model,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cacheReadTokens,
    reasoningTokens: usage.reasoningTokens,
    finishReason,
    summary,
  };
}

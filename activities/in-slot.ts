import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import { noSlot } from '#domain/no-slot.ts';
import type { RunContext } from '#store/run/context.ts';
import type { Runs } from '#store/run/runs.ts';
import { nextAttemptInMs } from './failed-turn.ts';
import { isModelFailure } from './public-failure.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

interface Step {
  readonly run: RunRef;
  readonly context: RunContext;
  readonly model: AgentModel;
}

/**
 * Asks a model in a slot of the workspace: a run that waited takes one first, and one whose model fails for now gives it
 * back until the next attempt. `work` gets for how long the run wanted a slot, in milliseconds.
 */
export async function inSlot<T>(
  runs: Pick<Runs, 'giveSlotBack' | 'takeSlotAgain'>,
  { run, context, model }: Step,
  work: (queuedMs: number) => Promise<T>,
): Promise<T> {
  if (model.isOffline) return await work(0);
  const { waitMs, queuedMs } = isWaiting(context)
    ? await runs.takeSlotAgain(run)
    : { waitMs: 0, queuedMs: 0 };
  if (waitMs > 0) throw withoutSlot(waitMs);
  try {
    return await work(queuedMs);
  } catch (error) {
    const againInMs = isModelFailure(error) ? nextAttemptInMs(error) : null;
    if (againInMs !== null) await retryUntilPersisted(() => runs.giveSlotBack(run, againInMs, model.id));
    throw error;
  }
}

/** Whether the run gave its slot back. */
export const isWaiting = (context: RunContext): boolean =>
  context.kind === 'delivery' && context.nextTryAt !== null;

/** The model was not asked: an attempt that is no failure of it. */
const withoutSlot = (waitMs: number) =>
  ApplicationFailure.create({
    type: noSlot,
    message: 'The run waits for a slot.',
    nextRetryDelay: waitMs,
    category: ApplicationFailureCategory.BENIGN,
  });

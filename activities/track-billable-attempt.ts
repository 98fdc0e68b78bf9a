import { activityInfo } from '@temporalio/activity';

import type { RunRef } from '../contracts/run.ts';
import type { AgentModel } from '../capabilities/agent-turn.ts';
import { ModelFailure } from '../domain/model-failure.ts';
import type { Runs } from '../store/runs.ts';

/** The result of an attempt, and the key under which it is settled together with its answer. */
interface Attempted<T> {
  readonly output: T;
  readonly attempt?: string;
}

/**
 * Tracks a model call so that an attempt lost to a crash or timeout counts as unknown cost, not as free. A call that
 * the provider refuses or fails costs nothing; an unreadable answer is still billed.
 */
export async function trackBillableAttempt<T>(
  runs: Pick<Runs, 'beginAttempt' | 'forgetAttempt'>,
  { run, model, place }: { readonly run: RunRef; readonly model: AgentModel; readonly place: string },
  ask: () => Promise<T>,
): Promise<Attempted<T>> {
  if (model.isOffline) return { output: await ask() };
  const attempt = `${place}:${activityInfo().attempt}`;
  await runs.beginAttempt(run, attempt);
  try {
    return { output: await ask(), attempt };
  } catch (error) {
    const isFree = error instanceof ModelFailure && error.failure.kind !== 'bad-answer';
    if (isFree) await runs.forgetAttempt(run, attempt);
    throw error;
  }
}

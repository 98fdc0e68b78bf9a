import { activityInfo } from '@temporalio/activity';

import type { RunRef } from '../contracts/run.ts';
import type { AgentModel } from '../capabilities/agent-turn.ts';
import { ModelFailure } from '../domain/model-failure.ts';
import type { Runs } from '../store/runs.ts';

/** What an attempt gave, and the name under which it has to be settled together with its answer. */
interface Attempted<T> {
  readonly output: T;
  readonly attempt?: string;
}

/**
 * Asks a model so that an attempt that is lost with its worker, or by a time-out, does not count as free: its cost
 * is unknown. A provider that refuses or fails charges nothing; an answer that cannot be read was an answer.
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

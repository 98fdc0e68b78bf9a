import { activityInfo, log } from '@temporalio/activity';

import type { RunRef } from '#contracts/run.ts';
import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { ModelFailureKind, Purse } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import type { Runs } from '#store/run/runs.ts';
import { publicFailureOf } from './public-failure.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

type Attempts = Pick<Runs, 'beginAttempt' | 'forgetAttempt' | 'keepBadAnswer' | 'purseOf'>;

interface PaidCall {
  readonly run: RunRef;
  readonly model: AgentModel;
  /** The turn, or the filter. */
  readonly place: string;
  /** Whether a budget of its automation or workspace may hold for it. */
  readonly isBudgeted: boolean;
}

/** The result of an attempt, and the key under which it is settled together with its answer. */
interface Attempted<T> {
  readonly output: T;
  readonly attempt?: string;
}

/** Persists what came of an answer. One that was paid is not given up: asking again would cost as much. */
export const persistPaid = async <T>(
  { attempt }: Pick<Attempted<unknown>, 'attempt'>,
  write: () => Promise<T>,
): Promise<T> => (attempt === undefined ? await write() : await retryUntilPersisted(write));

/** Failures of calls that were answered, and are billed. */
const paidKinds: ReadonlySet<ModelFailureKind['kind']> = new Set(['bad-answer', 'cut-prompt']);

/**
 * Tracks a model call so that an attempt lost to a crash, a timeout or a stop of the worker counts as unknown cost, not
 * as free. A call that the provider refuses or fails costs nothing; an unreadable answer is still billed. Throws public
 * failures.
 */
export async function trackBillableAttempt<T>(
  runs: Attempts,
  { run, model, place, isBudgeted }: PaidCall,
  ask: (paid: { readonly purse?: Purse }) => Promise<T>,
): Promise<Attempted<T>> {
  if (model.isOffline) return { output: await ask({}) };
  const attempt = `${place}:${activityInfo().attempt}`;
  await runs.beginAttempt(run, attempt, model.id);
  try {
    const paid = isBudgeted ? { purse: lastingPurse(runs.purseOf(run, place)) } : {};
    return { output: await ask(paid), attempt };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    log.warn('model call failed', { model: model.id, ...error.failure, said: error.said });
    if (paidKinds.has(error.failure.kind)) {
      const badAnswers = await retryUntilPersisted(() =>
        runs.keepBadAnswer(run, { place, attempt, model: model.id }),
      );
      throw publicFailureOf(error, badAnswers);
    }
    const mayBeBilled = 'isAnswerLost' in error.failure;
    if (!mayBeBilled) await retryUntilPersisted(() => runs.forgetAttempt(run, attempt));
    throw publicFailureOf(error);
  }
}

/** A payment is not forgotten while the store is unavailable. */
export const lastingPurse = ({ take }: Purse): Purse => ({
  take: async (most, model) => {
    const pay = await take(most, model);
    return (used) => retryUntilPersisted(() => pay(used));
  },
});

import { ApplicationFailure } from '@temporalio/activity';

import { ModelFailure } from '#domain/model-failure.ts';
import { modelFailureSentence } from '#domain/model-failure-sentence.ts';
import type { ModelFailureKind, ProviderError } from '#contracts/turn.ts';

/** A model is asked once more after an answer that cannot be read. */
const badAnswersMax = 2;

/** Runs what may fail as a model call does, with a failure that is fit for the history. */
export async function withPublicFailures<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ModelFailure) throw publicFailureOf(error);
    throw error;
  }
}

const type = 'PublicModelFailure';

/** A failed model call, after {@link publicFailureOf}; its first detail is the failure. */
export const isModelFailure = (error: unknown): error is ApplicationFailure =>
  error instanceof ApplicationFailure && error.type === type;

/** Longer waits are named. */
const minuteMs = 60_000;

/** Failures that no later attempt would mend. */
const finalKinds: ReadonlySet<ModelFailureKind['kind']> = new Set([
  'auth',
  'quota',
  'bad-request',
  'cut-prompt',
]);

/**
 * The ApplicationFailure of a failed model call, with the right retry behaviour: an outage is waited for as long as the
 * step may take. It carries a sentence for the owner and no cause: the original may contain the whole prompt, and Temporal
 * would write it to the history. `badAnswers`: how many answers of this step could not be read.
 */
export function publicFailureOf({ failure, said }: ModelFailure, badAnswers = 0): ApplicationFailure {
  const { kind } = failure;
  const sentence = kind === 'budget' ? failure.reason : modelFailureSentence[kind];
  const retryAfterMs = 'retryAfterMs' in failure ? failure.retryAfterMs : null;
  const wait = retryAfterMs !== null && retryAfterMs > minuteMs ? [waitOf(retryAfterMs)] : [];
  return ApplicationFailure.create({
    type,
    message: [sentence, ...quotationOf(said), ...wait].join(' '),
    details: [failure],
    nonRetryable:
      finalKinds.has(kind) || isOver(failure) || (kind === 'bad-answer' && badAnswers >= badAnswersMax),
    ...(retryAfterMs !== null && { nextRetryDelay: retryAfterMs }),
  });
}

/** Nothing that is under way gives back enough of the budget. */
const isOver = (failure: ModelFailureKind): boolean => failure.kind === 'budget' && failure.left !== null;

/** The sentence about a budget that has too little left for a call; null for another failure. */
export function overBudget(error: unknown): string | null {
  const [failure] = isModelFailure(error) ? (error.details as readonly ModelFailureKind[]) : [];
  return failure !== undefined && isOver(failure) && error instanceof Error ? error.message : null;
}

/** The same failure, told by another sentence. */
export const withMessage = (failure: ApplicationFailure, message: string): ApplicationFailure =>
  ApplicationFailure.create({
    type,
    message,
    details: failure.details ?? [],
    nonRetryable: failure.nonRetryable === true,
    ...(failure.nextRetryDelay != null && { nextRetryDelay: failure.nextRetryDelay }),
  });

const waitOf = (retryAfterMs: number): string =>
  `It asks to wait ${Math.ceil(retryAfterMs / minuteMs)} minutes.`;

/** The provider's message, as a sentence. */
function quotationOf(said: ProviderError | null): readonly string[] {
  if (said === null) return [];
  const codes = [said.status, said.type].filter((code) => code !== null).join(', ');
  if (said.message === '') return codes === '' ? [] : [`It said: ${codes}.`];
  return [`It said: "${said.message}"${codes === '' ? '' : ` (${codes})`}.`];
}

import { ApplicationFailure } from '@temporalio/activity';

import { ModelFailure } from '../domain/model-failure.ts';
import type { ModelFailureKind } from '../contracts/turn.ts';

/** If the provider asks for a longer wait, the step fails instead. */
const retryAfterMsMax = 10 * 60 * 1000;

const sentences: Readonly<Record<ModelFailureKind['kind'], string>> = {
  'rate-limited': 'The model provider limits the rate of calls.',
  auth: 'The model provider refused the key of this service.',
  'bad-request': 'The model provider refused the request.',
  unavailable: 'The model provider does not answer.',
  'bad-answer': 'The model gave an answer that cannot be read.',
};

/** A model is asked once more after an answer that cannot be read. */
const badAnswersMax = 2;

/** Runs what may fail as a model call does, with a failure that is fit for the history. */
export async function withPublicFailures<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ModelFailure) throw publicFailureOf(error.failure);
    throw error;
  }
}

const waitOf = (retryAfterMs: number): string =>
  `It asks to wait ${Math.ceil(retryAfterMs / 60_000)} minutes, which is more than a run waits.`;

/**
 * The ApplicationFailure of a failed model call, with the right retry behaviour. It carries a fixed sentence and no
 * cause: the original may contain the whole prompt, and Temporal would write it to the history. `badAnswers`: how many
 * answers of this step could not be read.
 */
export function publicFailureOf(failure: ModelFailureKind, badAnswers = 0): ApplicationFailure {
  const { kind } = failure;
  const retryAfterMs = kind === 'rate-limited' ? failure.retryAfterMs : null;
  const isFinal =
    kind === 'auth' ||
    kind === 'bad-request' ||
    (kind === 'bad-answer' && badAnswers >= badAnswersMax) ||
    (retryAfterMs ?? 0) > retryAfterMsMax;
  return ApplicationFailure.create({
    type: 'PublicModelFailure',
    message:
      isFinal && retryAfterMs !== null ? `${sentences[kind]} ${waitOf(retryAfterMs)}` : sentences[kind],
    nonRetryable: isFinal,
    ...(retryAfterMs !== null && !isFinal && { nextRetryDelay: retryAfterMs }),
  });
}

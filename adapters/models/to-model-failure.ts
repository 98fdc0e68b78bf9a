import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoContentGeneratedError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  TypeValidationError,
} from 'ai';

import type { ModelFailureKind } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { kindOfStatus } from './failure-kind.ts';
import { type RawProviderError, readProviderError } from './provider-error.ts';
import { redactSaid } from './redact-said.ts';

const badAnswers = [
  InvalidResponseDataError,
  EmptyResponseBodyError,
  JSONParseError,
  TypeValidationError,
  NoContentGeneratedError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
];

interface FailedCall {
  readonly signal: AbortSignal | undefined;
  /** The messages that were sent; their words appear in no failure. */
  readonly prompt: unknown;
  /** The key of the provider, which does not either. */
  readonly secrets: readonly string[];
}

/**
 * Converts an SDK error to a ModelFailure. A call that its signal ended did not fail, and the provider may bill it: what
 * the signal was aborted with is returned, whatever the SDK made of it.
 */
export function toModelFailure(error: unknown, { signal, prompt, secrets }: FailedCall): unknown {
  if (error instanceof ModelFailure) return error;
  if (signal?.aborted === true) return signal.reason;
  if (!APICallError.isInstance(error)) return withoutAnswer(error);
  const said = readProviderError(error);
  const message = redactSaid(said.message, secrets, textsOf(prompt).join('\n'));
  return new ModelFailure(kindOfCall(error, said), { ...said, type: shortType(said.type), message });
}

function withoutAnswer(error: unknown): ModelFailure {
  if (LoadAPIKeyError.isInstance(error)) return new ModelFailure({ kind: 'auth' });
  if (isBadAnswer(error)) return new ModelFailure({ kind: 'bad-answer' });
  // The SDK refused what it was given: so it would again.
  if (AISDKError.isInstance(error))
    return new ModelFailure({ kind: 'bad-request' }, { status: null, type: error.name, message: '' });
  return new ModelFailure({ kind: 'unavailable' });
}

function kindOfCall(error: APICallError, said: RawProviderError): ModelFailureKind {
  const { statusCode, cause } = error;
  if (statusCode === undefined) return { kind: 'unavailable' };
  if (statusCode >= 300) return kindOfStatus(error, said);
  if (cause instanceof ModelFailure) return cause.failure;
  // A success status with an unreadable body: broken JSON, an HTML page, or a connection lost midway.
  return cause === undefined || isBadAnswer(cause)
    ? { kind: 'bad-answer' }
    : { kind: 'unavailable', isAnswerLost: true };
}

const isBadAnswer = (error: unknown): boolean => badAnswers.some((type) => type.isInstance(error));

/** A word of the provider's own; anything else may be a text from elsewhere. */
const shortType = (type: string | null): string | null =>
  type !== null && /^[\w.:-]{1,64}$/.test(type) ? type : null;

/** Every text in the messages of a prompt. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsOf);
}

import {
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

import type { ModelFailureKind } from '../contracts/turn.ts';
import { ModelFailure } from '../domain/model-failure.ts';
import { retryAfterMs } from '../domain/retry-after.ts';

const badAnswers = [
  InvalidResponseDataError,
  EmptyResponseBodyError,
  JSONParseError,
  TypeValidationError,
  NoContentGeneratedError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
];

/**
 * Converts an SDK error to a ModelFailure. A call that `signal` ended did not fail, and the provider may bill it: what
 * the signal was aborted with is returned, whatever the SDK made of it.
 */
export function toModelFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof ModelFailure) return error;
  if (signal?.aborted === true) return signal.reason;
  return new ModelFailure(kindOf(error));
}

function kindOf(error: unknown): ModelFailureKind {
  if (APICallError.isInstance(error)) return kindOfStatus(error);
  if (LoadAPIKeyError.isInstance(error)) return { kind: 'auth' };
  if (badAnswers.some((type) => type.isInstance(error))) return { kind: 'bad-answer' };
  return { kind: 'unavailable' };
}

const finalStatuses: Readonly<Record<number, 'auth' | 'unavailable'>> = {
  401: 'auth',
  403: 'auth',
  408: 'unavailable',
  409: 'unavailable',
};

function kindOfStatus({ statusCode, responseHeaders, cause }: APICallError): ModelFailureKind {
  if (statusCode === undefined) return { kind: 'unavailable' };
  if (statusCode === 429) return { kind: 'rate-limited', retryAfterMs: retryAfterMs(responseHeaders ?? {}) };
  if (statusCode < 300 && cause instanceof ModelFailure) return cause.failure;
  // A success status with an unreadable body: broken JSON, an HTML page, or a connection lost midway.
  if (statusCode < 300) return { kind: isMalformed(cause) ? 'bad-answer' : 'unavailable' };
  if (statusCode >= 500) return { kind: 'unavailable' };
  return { kind: finalStatuses[statusCode] ?? 'bad-request' };
}

const isMalformed = (cause: unknown): boolean =>
  cause === undefined || badAnswers.some((type) => type.isInstance(cause));

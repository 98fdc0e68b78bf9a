import { isAnswer } from '#capabilities/calls.ts';
import type { Retryable } from '#capabilities/acting.ts';
import type { RetryPolicy } from '#contracts/retry.ts';
import type { Try } from '#contracts/run.ts';
import { retryDelayMs } from '#domain/retry-delay.ts';
import { isCutOff } from './until-stopping.ts';

/** The outcome of a try of a request, as far as it matters here; see `RequestOutcome` in core/capabilities/acting.ts. */
interface Tried {
  readonly result: { readonly kind: string };
  readonly retry: Retryable | null;
  readonly isEffectUnknown: boolean;
  /** An earlier try may have arrived. Only an answer of the target says what became of it. */
  readonly mayHaveArrived?: boolean;
}

/** At least the present one, which is the last. */
export type Tries = readonly [...Try[], Try];

/**
 * How a request goes on. `done`: its result is final. `unknown`: it may have had its effect, once. `again`: it is tried
 * again. `elsewhere`: this worker was cut off, and another one carries it out.
 */
export type RequestCourse =
  | { readonly kind: 'done' | 'unknown' | 'elsewhere' }
  | { readonly kind: 'again'; readonly afterMs: number };

/**
 * `tries`: all of this request, the present one included. Attempts that an outage of ours ended are none. `stopping`: of
 * the worker.
 */
export async function courseOf(
  { result, retry, isEffectUnknown, mayHaveArrived = false }: Tried,
  policyOf: () => Promise<RetryPolicy>,
  tries: Tries,
  stopping: AbortSignal,
): Promise<RequestCourse> {
  // Most requests end here, without a look at the policy.
  const isInDoubt = isEffectUnknown || (mayHaveArrived && (retry !== null || !isAnswer(result)));
  if (retry === null && !isInDoubt && result.kind !== 'failed') return { kind: 'done' };
  const policy = await policyOf();
  const isRepeatable = !isEffectUnknown || policy.honorsIdempotencyKey;
  if (isRepeatable && result.kind === 'failed' && isCutOff(stopping)) return { kind: 'elsewhere' };
  const afterMs =
    retry && (retry.isSafe || policy.honorsIdempotencyKey) ? delayMs(policy, tries, retry) : null;
  if (afterMs !== null) return { kind: 'again', afterMs };
  return { kind: isInDoubt ? 'unknown' : 'done' };
}

function delayMs(policy: RetryPolicy, tries: Tries, { askedMs }: Retryable): number | null {
  const [present] = tries.slice(-1) as [Try];
  const soFar = { count: tries.length, firstAtMs: Date.parse((tries[0] ?? present).at) };
  return retryDelayMs(policy, soFar, { nowMs: Date.now(), askedMs, random: Math.random() });
}

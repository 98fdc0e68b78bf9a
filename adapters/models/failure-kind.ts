import type { APICallError } from 'ai';

import type { ModelFailureKind } from '#contracts/turn.ts';
import { retryAfterMs } from '#domain/retry-after.ts';
import type { RawProviderError } from './provider-error.ts';

const quotaTypes = new Set([
  'insufficient_quota',
  'billing_error',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_balance',
]);
const quotaStatuses = new Set([400, 403, 429]);
const paymentRequired = 402;
const quotaWords = /credit balance is too low|insufficient (?:balance|credits?|funds|quota)/i;
/** The name that Google gives to a limit of the day. */
const dailyQuota = /"quotaId"\s*:\s*"[^"]{0,100}PerDay/;

/** Whether the account is used up, which waiting for minutes does not change. Providers say it under many statuses. */
function isQuota(status: number, { type, message }: RawProviderError, body: string): boolean {
  if (status === paymentRequired || quotaTypes.has(type ?? '')) return true;
  return quotaStatuses.has(status) && (quotaWords.test(message) || dailyQuota.test(body));
}

/** The wait of Google's `RetryInfo`, which stands in the body. */
function waitInBody(body: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000);
}

const finalStatuses: Readonly<Record<number, 'auth' | 'bad-request'>> = { 401: 'auth', 403: 'auth' };
const passingStatuses = new Set([408, 409, 425]);

/** The kind of a failure by the answer of the provider, whose status is an error. */
export function kindOfStatus(
  { statusCode = 0, responseHeaders = {}, responseBody = '' }: APICallError,
  said: RawProviderError,
): ModelFailureKind {
  if (isQuota(statusCode, said, responseBody)) return { kind: 'quota' };
  const waitMs = retryAfterMs(responseHeaders) ?? waitInBody(responseBody);
  if (statusCode === 429) return { kind: 'rate-limited', retryAfterMs: waitMs };
  if (statusCode >= 500 || passingStatuses.has(statusCode))
    return { kind: 'unavailable', ...(waitMs !== null && { retryAfterMs: waitMs }) };
  return { kind: finalStatuses[statusCode] ?? 'bad-request' };
}

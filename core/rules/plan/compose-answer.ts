import { STATUS_CODES } from 'node:http';

import { withSecretPlaces } from '#domain/shown-path.ts';
import { shorten } from '../language/quote.ts';
import type { RenderedPlan } from './render-plan.ts';
import type { PlannedRequest } from './render-request.ts';
import { isSuccess, type RequestResult } from './request-result.ts';

/** The beginning of every answer that no model wrote. */
export const offlineOpening = 'Offline rules (no AI model configured)';
/** The same where the owner confirmed the plan. */
export const planOpening = 'By the plan of the automation';

const answerCharsMax = 100_000;

/**
 * The final answer: what was sent and what came back, then what was to be said; JSON stands alone. A failed request is
 * never a success.
 */
export function composePlanAnswer(
  { requests, leftOut, answer }: RenderedPlan,
  results: readonly RequestResult[],
  isJson = false,
): string {
  const isDone = requests.every((_, index) => isSuccess(results[index]));
  if (isJson && isDone && answer !== null) return answer;
  const lines = [
    ...requests.map((request, index) => requestLine(request, results[index])),
    ...leftOut.map(({ step, evidence }) => `Not done: "${step}" (${evidence}).`),
    ...(answer === null
      ? []
      : [isDone ? answer : 'The reply was left out, because not every request before it succeeded.']),
  ];
  const said = lines.length === 0 ? ['There was nothing to do.'] : lines;
  return shorten([`${offlineOpening}.`, ...said].join('\n'), answerCharsMax);
}

/** The line of the first request that did not succeed; null when all did. */
export function firstFailure({ requests }: RenderedPlan, results: readonly RequestResult[]): string | null {
  const index = requests.findIndex((_, number) => !isSuccess(results[number]));
  const request = requests[index];
  return request === undefined ? null : requestLine(request, results[index]);
}

function describeRequest({ method, url }: PlannedRequest): string {
  const { host, pathname } = new URL(url);
  return `${method} ${host}${withSecretPlaces(pathname)}`;
}

const withoutAnswer = { refused: 'not sent', failed: 'failed', waiting: 'waits' } as const;

function requestLine(request: PlannedRequest, result: RequestResult | undefined): string {
  const name = describeRequest(request);
  if (result === undefined) return `${name}: there is no result.`;
  if (result.kind !== 'response') return `${name}: ${withoutAnswer[result.kind]}. ${result.message}`;
  const { status } = result;
  const reason = STATUS_CODES[status];
  const said = `${name}: ${status}${reason === undefined ? '' : ` ${reason}`}`;
  if (status >= 400) return `${said}; the request was not successful.`;
  return status >= 300 ? `${said}; the redirect was not followed.` : `${said}.`;
}

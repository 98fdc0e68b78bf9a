import { STATUS_CODES } from 'node:http';

import type { DeliveryDocument } from '../document/delivery-document.ts';
import { quoteText, shorten } from '../language/quote.ts';
import type { Plan, Say } from './plan-run.ts';
import type { PlannedRequest } from './render-request.ts';
import { reportLine } from './report-line.ts';
import { isSuccess, type RequestResult } from './request-result.ts';
import { summarise } from './summarise-delivery.ts';

/** What every answer of the rules begins with. */
export const offlineOpening = 'Offline rules (no AI model configured)';

const answerCharsMax = 100_000;

/** The final answer: what was sent and what came back, then what was to be said. A failed request is never a success. */
export function composeAnswer(
  plan: Plan,
  results: readonly RequestResult[],
  document: DeliveryDocument,
): string {
  const requests = plan.requests.map((request, index) => requestLine(request, results[index]));
  const says = plan.says.flatMap((say) => sayLines(say, results, document));
  const lines = [...requests, ...says];
  const answer = lines.length === 0 ? ['There was nothing to do.'] : lines;
  return shorten([`${offlineOpening}.`, ...answer].join('\n'), answerCharsMax);
}

/** The line of the first request that did not succeed; null when all did. */
export function firstFailure(plan: Plan, results: readonly RequestResult[]): string | null {
  const index = plan.requests.findIndex((_, number) => !isSuccess(results[number]));
  const request = plan.requests[index];
  return request === undefined ? null : requestLine(request, results[index]);
}

function describeRequest({ method, url }: PlannedRequest): string {
  const { host, pathname } = new URL(url);
  return `${method} ${host}${pathname}`;
}

function requestLine(request: PlannedRequest, result: RequestResult | undefined): string {
  const name = describeRequest(request);
  if (result === undefined) return `${name}: there is no result.`;
  if (result.kind !== 'response')
    return `${name}: ${result.kind === 'refused' ? 'not sent' : 'failed'}. ${result.message}`;
  const { status } = result;
  const reason = STATUS_CODES[status];
  const said = `${name}: ${status}${reason === undefined ? '' : ` ${reason}`}`;
  if (status >= 400) return `${said}; the request was not successful.`;
  return status >= 300 ? `${said}; the redirect was not followed.` : `${said}.`;
}

function sayLines(
  say: Say,
  results: readonly RequestResult[],
  document: DeliveryDocument,
): readonly string[] {
  switch (say.kind) {
    case 'reply': {
      const failed = say.requests.some((index) => !isSuccess(results[index]));
      return [failed ? 'The reply was left out, because not every request before it succeeded.' : say.text];
    }
    case 'report':
      return say.fields.map((field) => reportLine(field, say, results, document));
    case 'answer':
      return answerLines(results[say.request]);
    case 'summary':
      return [summarise(document, say.value, say.isOneSentence)];
    case 'left-out':
      return [`Not done: "${say.text}" (${say.evidence}).`];
    case 'stopped':
      return [`Nothing was done: "${say.text}" (${say.evidence}).`];
  }
}

const quotedCharsMax = 2_000;

function answerLines(result: RequestResult | undefined): readonly string[] {
  if (result?.kind !== 'response') return [];
  return [
    result.body === '' ? 'The answer is empty.' : `The answer: ${quoteText(result.body, quotedCharsMax)}`,
  ];
}

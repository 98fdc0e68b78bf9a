import type { OfferedOperation } from '#contracts/api.ts';
import type { OperationRequest, PlanStep } from '#contracts/plan.ts';
import { callOf } from './call-of.ts';
import { createMarks, type Json, mapTexts } from './place-marks.ts';

type PlannedCall =
  | { readonly kind: 'request'; readonly request: PlanStep['request'] }
  | { readonly kind: 'invalid'; readonly message: string };

const invalid = (message: string): PlannedCall => ({ kind: 'invalid', message });

/** The request of a plan that a call of an operation is, with `{{ }}` where its arguments have them. */
export function plannedCall(offered: OfferedOperation, given: OperationRequest['arguments']): PlannedCall {
  const { markText, restore, unknown } = createMarks(JSON.stringify([offered, given]));
  let isWhole = true;
  const marked = mapTexts(given, (text, pointer) => {
    const result = markText(text, pointer);
    isWhole &&= result !== null;
    return result ?? text;
  });
  if (!isWhole) return invalid('"{{" has no end.');
  // All that were in texts are marked.
  if (JSON.stringify(marked).includes('{{')) return invalid('Names of members are written out.');
  const call = callOf(offered, marked, unknown);
  if (call.kind === 'invalid') return call;
  const { method, url, headers, body, operation } = call.request;
  const isJson = offered.operation.body?.type === 'json';
  return {
    kind: 'request',
    request: {
      method,
      url: restore(url),
      ...(headers && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, restore(value)])),
      }),
      ...(body !== undefined && {
        body: isJson ? mapTexts(JSON.parse(body) as Json, restore) : restore(body),
      }),
      operation,
    },
  };
}

/** Whether a request of a plan has the method and the path of an operation. */
export function isRequestOf(
  { origin, basePath, operation }: OfferedOperation,
  { method, url }: PlanStep['request'],
): boolean {
  const parsed = URL.parse(createMarks(url).markText(url) ?? '');
  if (parsed === null || parsed.origin !== origin || method !== operation.method) return false;
  const expected = `${basePath}${operation.path}`.split('/');
  const segments = parsed.pathname.split('/');
  return (
    segments.length === expected.length && segments.every((one, index) => fits(one, expected[index] ?? ''))
  );
}

/** Parameters are a part of a segment, or all of it; found in linear time. */
function fits(segment: string, expected: string): boolean {
  const [first = '', ...others] = expected.split(/\{[^{}]*\}/);
  const last = others.pop();
  if (last === undefined) return segment === first;
  let at = segment.startsWith(first) ? first.length : Infinity;
  for (const literal of others) {
    const found = segment.indexOf(literal, at + 1);
    at = found === -1 ? Infinity : found + literal.length;
  }
  return segment.endsWith(last) && segment.length - last.length > at;
}

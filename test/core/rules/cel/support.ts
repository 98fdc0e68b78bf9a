import { compileCondition, type Condition } from '#rules/cel/condition.ts';
import { evaluate } from '#rules/cel/evaluate.ts';
import { type ConditionInput, startEvaluation } from '#rules/cel/evaluation.ts';
import type { Value } from '#rules/cel/value.ts';
import { readDocument } from '#rules/read-document.ts';

/** A delivery as a condition sees it; a body that is no text is written as JSON. */
export function delivery(
  body: unknown,
  { headers = {}, contentType = 'application/json', sender = null as string | null } = {},
): ConditionInput {
  const document = readDocument({
    contentType,
    headers,
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
    receivedAt: '2026-11-27T10:00:00.000Z',
    eventId: 'event-1',
    reference: 'T-1',
    referenceUrl: null,
    sender: 'generic',
    eventName: null,
  });
  return { document, sender };
}

/** A condition that must compile. */
export function compiled(text: string): Condition {
  const result = compileCondition(text);
  if (result.state === 'invalid')
    throw new Error(`${text}: ${result.message} (${result.line}:${result.column})`);
  return result.condition;
}

/** What an expression of any kind comes to. */
export function valueOf(text: string, input: ConditionInput = delivery({})): Value {
  const { expression, slots } = compiled(text);
  return evaluate(expression, startEvaluation(slots, input, {}));
}

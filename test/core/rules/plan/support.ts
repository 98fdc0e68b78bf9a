import { Plan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { type CompiledPlan, compilePlan, renderPlan } from '#rules/plan.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

/** A plan that must compile. */
export function compiled(plan: unknown): CompiledPlan {
  const result = compilePlan(Plan.parse(plan));
  if (result.state === 'invalid') throw new Error(`${result.path}: ${result.message} (${result.expected})`);
  return result.plan;
}

export const rendered = (
  plan: unknown,
  body: unknown,
  { maxRequests = 5, ...details }: Partial<TurnDelivery> & { readonly maxRequests?: number } = {},
) => renderPlan(compiled(plan), { delivery: deliveryOf(body, details), maxRequests });

/** The only request of a plan, or why there is none. */
export function requestOf(request: object, body: unknown, details: Partial<TurnDelivery> = {}) {
  const result = rendered(
    { steps: [{ request: { method: 'POST', url: 'https://api.example.com/', ...request } }] },
    body,
    details,
  );
  return result.state === 'unknown' ? result.problem : result.requests[0]!;
}

/** A text of an answer, or why there is none. */
export function answerOf(answer: string, body: unknown, details: Partial<TurnDelivery> = {}) {
  const result = rendered({ answer }, body, details);
  return result.state === 'unknown' ? result.problem : result.answer;
}

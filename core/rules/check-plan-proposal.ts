import type { Plan, PlanStep } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { secretNameIn } from '#domain/named-secret.ts';
import { faultOfProposal } from './check-proposal.ts';

/** Why a part in CEL of a plan that a model wrote is not taken; null where each place that it names is in one of the samples. */
export function faultOfPlanProposal(
  { steps, answer }: Plan,
  samples: readonly TurnDelivery[],
): string | null {
  const parts = [...steps.flatMap(partsOfStep), ...partsOfAnswer(answer)];
  for (const part of parts) {
    const fault = asking.test(part) ? 'A plan asks no model.' : faultOfProposal(part, samples);
    if (fault !== null) return `In ${part}: ${fault}`;
  }
  return null;
}

const asking = /\bask\s*\(/;

function partsOfStep({ when, forEach, request }: PlanStep): readonly string[] {
  const inner = [
    ...(when === undefined ? [] : [when]),
    ...[request.url, ...Object.values(request.headers ?? {}), ...textsIn(request.body)].flatMap(
      expressionsIn,
    ),
  ];
  // The name of an item is one only within a macro over the list.
  return forEach === undefined
    ? inner
    : [forEach.in, ...inner.map((part) => `(${forEach.in}).map(${forEach.as}, ${part})`)];
}

function partsOfAnswer(answer: Plan['answer']): readonly string[] {
  if (answer === null || typeof answer === 'string') return expressionsIn(answer ?? '');
  return answer.flatMap(({ when, text }) => [...(when === undefined ? [] : [when]), ...expressionsIn(text)]);
}

const textsIn = (body: unknown): readonly string[] =>
  typeof body === 'string'
    ? [body]
    : typeof body === 'object' && body !== null
      ? Object.values(body).flatMap(textsIn)
      : [];

/** The parts in `{{ }}`, but for secrets and the summary, which are no expressions. */
const expressionsIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{\{([^]*?)\}\}/g)]
    .map(([, inside = '']) => inside.trim())
    .filter((inside) => secretNameIn(inside) === null && inside !== 'summary()');

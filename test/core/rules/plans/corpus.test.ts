import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { TurnDelivery } from '#contracts/turn.ts';
import { bySender } from '#test/core/rules/conditions/read-corpus.ts';
import { compiled } from '#test/core/rules/plan/support.ts';
import { renderPlan } from '#rules/plan.ts';

/** By the meaning of the English, for a delivery: the requests, the answer, or that it cannot be known. */
type Expected = 'unknown' | readonly string[] | { readonly answer: string };

interface Case {
  readonly english: string;
  readonly plan: object;
  /** By the number of the delivery. */
  readonly expected: Readonly<Record<string, Expected>>;
}

const senders = bySender.map(({ name, deliveries }) => {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
  return { name, deliveries, plans: (JSON.parse(text) as { plans: Case[] }).plans };
});

function resultOf(plan: object, delivery: TurnDelivery): Expected {
  const result = renderPlan(compiled(plan), { delivery, maxRequests: 5 });
  if (result.state === 'unknown') return 'unknown';
  if (result.answer !== null) return { answer: result.answer };
  return result.requests.map(({ method, url, body }) => `${method} ${url}${body === null ? '' : ` ${body}`}`);
}

describe.each(senders)('plans on deliveries of $name', ({ deliveries, plans }) => {
  it.each(plans)('$english', ({ plan, expected }) => {
    const results = Object.keys(expected).map((number) => [
      number,
      resultOf(plan, deliveries[Number(number)]!),
    ]);
    expect(Object.fromEntries(results)).toEqual(expected);
  });
});

it('There are at least 100 plans for at least 15 senders', () => {
  expect(senders.length).toBeGreaterThanOrEqual(15);
  expect(senders.reduce((count, { plans }) => count + plans.length, 0)).toBeGreaterThanOrEqual(100);
});

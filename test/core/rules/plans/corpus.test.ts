import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { compiled } from '#test/core/rules/plan/support.ts';
import { renderPlan } from '#rules/plan.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

/** A delivery as its sender documents it; a body that is a text stands for its bytes. */
interface Delivery {
  readonly event: string | null;
  readonly reference?: string;
  readonly headers?: Record<string, string>;
  readonly contentType?: string;
  readonly body: unknown;
}

/** By the meaning of the English, for a delivery: the requests, the answer, or that it cannot be known. */
type Expected = 'unknown' | readonly string[] | { readonly answer: string };

interface Case {
  readonly english: string;
  readonly plan: object;
  /** By the number of the delivery. */
  readonly expected: Readonly<Record<string, Expected>>;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const senders = names.map((name) => {
  const { sender, deliveries } = read<{ sender: string; deliveries: Delivery[] }>(`../conditions/${name}`);
  return [name.replace('.json', ''), sender, deliveries, read<{ plans: Case[] }>(name).plans] as const;
});

function resultOf(plan: object, { event, body, ...details }: Delivery, sender: string): Expected {
  const delivery = deliveryOf(body, { ...details, eventName: event, sender });
  const result = renderPlan(compiled(plan), { delivery, maxRequests: 5 });
  if (result.state === 'unknown') return 'unknown';
  if (result.answer !== null) return { answer: result.answer };
  return result.requests.map(({ method, url, body }) => `${method} ${url}${body === null ? '' : ` ${body}`}`);
}

describe.each(senders)('plans on deliveries of %s', (_name, sender, deliveries, plans) => {
  it.each(plans)('$english', ({ plan, expected }) => {
    const results = Object.keys(expected).map((number) => [
      number,
      resultOf(plan, deliveries[Number(number)]!, sender),
    ]);
    expect(Object.fromEntries(results)).toEqual(expected);
  });
});

it('There are at least 100 plans for at least 15 senders', () => {
  expect(senders.length).toBeGreaterThanOrEqual(15);
  expect(senders.reduce((count, [, , , plans]) => count + plans.length, 0)).toBeGreaterThanOrEqual(100);
});

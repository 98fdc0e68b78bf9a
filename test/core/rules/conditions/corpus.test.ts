import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import type { TurnDelivery } from '#contracts/turn.ts';
import { judgeCondition, readCondition } from '#rules/judge-condition.ts';
import { samplesOf } from '#senders/samples.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

/** A delivery as its sender documents it; a body that is a text stands for its bytes. */
interface Delivery {
  readonly event: string | null;
  readonly reference?: string;
  readonly headers?: Record<string, string>;
  readonly contentType?: string;
  readonly body: unknown;
}

/** `expected`: by the meaning of the English, for each delivery; null where it cannot be known. */
interface Filter {
  readonly english: string;
  readonly condition: string;
  readonly expected: readonly (boolean | null)[];
}

interface Sender {
  readonly sender: string;
  /** Absent: the samples of the sender. */
  readonly deliveries?: readonly Delivery[];
  readonly filters: readonly Filter[];
}

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const senders = await Promise.all(
  files.map(async (name) => {
    const { sender, deliveries, filters } = JSON.parse(
      readFileSync(new URL(name, import.meta.url), 'utf8'),
    ) as Sender;
    const written = deliveries?.map(({ event, body, ...details }) =>
      deliveryOf(body, { ...details, eventName: event, sender }),
    );
    return [
      name.replace('.json', ''),
      { filters, deliveries: written ?? (await samplesOf(sender)) },
    ] as const;
  }),
);

function verdictOf(text: string, delivery: TurnDelivery) {
  const { verdict } = judgeCondition({ dialect: 1, text }, delivery);
  return { run: true, skip: false, needs_model: null }[verdict];
}

describe.each(senders)('conditions on deliveries of %s', (_name, { deliveries, filters }) => {
  it.each(filters)('$english: $condition', ({ condition, expected }) => {
    expect(readCondition(condition)).toEqual({ dialect: 1, text: condition });
    expect(deliveries.map((delivery) => verdictOf(condition, delivery))).toEqual(expected);
  });
});

it('There are 200 conditions for at least 15 senders', () => {
  expect(files.length).toBeGreaterThanOrEqual(15);
  expect(senders.reduce((count, [, { filters }]) => count + filters.length, 0)).toBe(200);
});

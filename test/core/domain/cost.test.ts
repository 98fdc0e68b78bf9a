import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Money } from '#contracts/run.ts';
import { addMoney, costOf, moneyOf } from '#domain/cost.ts';

const known = (amountMicros: number): Money => ({ state: 'known', amountMicros, currency: 'USD' });
const estimated = (amountMicros: number): Money => ({ ...known(amountMicros), state: 'estimated' });
const unknown: Money = { state: 'unknown', amountMicros: null, currency: 'USD' };
const none: Money = { state: 'none', amountMicros: null, currency: 'USD' };
const usage = { inputTokens: 10, outputTokens: 2 };

describe('the cost of a run', () => {
  it('is none without a model, and known when every part is', () => {
    expect(costOf([], { isBilled: true }).money).toEqual(none);
    const spent = [known(3), known(4)].map((cost) => ({ usage, cost }));
    expect(costOf(spent, { isBilled: true })).toEqual({
      automationRuns: 1,
      inputTokens: 20,
      outputTokens: 4,
      money: known(7),
    });
  });

  it.each([
    ['one part is estimated', [known(3), estimated(4)], estimated(7)],
    ['one part is unknown', [known(3), unknown, estimated(4)], { ...unknown, atLeastMicros: 7 }],
    ['no part is known', [unknown, unknown], unknown],
    ['a part cost nothing', [none, known(3)], known(3)],
  ] as const)('says what is known when %s', (_, parts, sum) => {
    expect(parts.reduce<Money>(addMoney, none)).toEqual(sum);
  });

  it('never shows an unknown sum as zero', () => {
    const part = fc.oneof(fc.constantFrom(none, unknown), fc.nat().map(known), fc.nat().map(estimated));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const sum = parts.reduce(addMoney, none);
        if (parts.includes(unknown)) expect([sum.state, sum.amountMicros]).toEqual(['unknown', null]);
        expect(sum.atLeastMicros).not.toBe(0);
        const total = parts.reduce((micros, { amountMicros }) => micros + (amountMicros ?? 0), 0);
        expect(sum.amountMicros ?? sum.atLeastMicros ?? 0).toBe(sum.state === 'none' ? 0 : total);
      }),
    );
  });

  it('is made of a state and what is known of it', () => {
    expect(moneyOf('unknown', 0)).toEqual(unknown);
    expect(moneyOf('none', 5)).toEqual(none);
  });
});

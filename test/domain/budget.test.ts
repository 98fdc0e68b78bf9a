import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type BudgetSpend, defaultBudget, exceededBudget, tokensOfTurn } from '../../domain/budget.ts';

const nothing: BudgetSpend = { steps: 0, requests: 0, tokens: 0, amountMicros: 0, elapsedMs: 0 };
const limits = { ...defaultBudget, amountMicros: 2_000_000 };

describe('the budget of a run', () => {
  it.each([
    ['steps', { steps: 9 }, 'more than 8 model turns'],
    ['requests', { requests: 6 }, 'more than 5 requests'],
    ['tokens', { tokens: 100_001 }, 'more than 100,000 tokens'],
    ['money', { amountMicros: 2_000_001 }, 'more than $2.00'],
    ['time', { elapsedMs: 30 * 60_000 + 1 }, 'more than 30 minutes'],
  ])('names what is used up: %s', (_, used, sentence) => {
    expect(exceededBudget(limits, { ...nothing, ...used })).toBe(
      `The run was stopped: it needed ${sentence}.`,
    );
  });

  it('counts what is planned', () => {
    expect(exceededBudget(limits, { ...nothing, requests: 3 }, { requests: 2 })).toBeNull();
    expect(exceededBudget(limits, { ...nothing, requests: 3 }, { requests: 3 })).toContain('5 requests');
  });

  it('does not stop for money where no limit is set', () => {
    expect(exceededBudget(defaultBudget, { ...nothing, amountMicros: Number.MAX_SAFE_INTEGER })).toBeNull();
  });

  it('stops exactly when one limit is passed', () => {
    const part = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(part, part, part, (steps, requests, tokens) => {
        const exceeded = steps > 8 || requests > 5 || tokens > 100_000;
        expect(exceededBudget(limits, { ...nothing, steps, requests, tokens }) !== null).toBe(exceeded);
      }),
    );
  });

  it('estimates a turn on the safe side', () => expect(tokensOfTurn(300, 50)).toBe(150));
});

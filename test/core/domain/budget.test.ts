import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  budgetOf,
  defaultBudget,
  exceededBudget,
  nothingSpent as nothing,
  turnBeyondBudget,
} from '#domain/budget.ts';
import { readConfig } from '#platform/config.ts';

const limits = { ...defaultBudget, amountMicros: 2_000_000 };

describe('the budget of a run', () => {
  it.each([
    ['steps', { steps: 9 }, '8 model turns, the limit of one run (RUN_MAX_STEPS)'],
    ['requests', { requests: 6 }, '5 requests, the limit of one run (RUN_MAX_REQUESTS)'],
    ['tokens', { tokens: 100_001 }, '100,000 tokens, the limit of one run (RUN_MAX_TOKENS)'],
    ['money', { amountMicros: 2_000_001 }, '$2.00, the limit of one run (RUN_MAX_COST_USD)'],
    ['time', { elapsedMs: 30 * 60_000 + 1 }, '30 minutes, the limit of one run (RUN_MAX_MINUTES)'],
  ])('names what is used up: %s', (_, used, sentence) => {
    expect(exceededBudget(limits, { ...nothing, ...used })).toBe(
      `The run was stopped: it needed more than ${sentence}.`,
    );
  });

  it.each([
    [{ RUN_MAX_STEPS: '1' }, { steps: 2 }, 'more than 1 model turn,'],
    [{ RUN_MAX_REQUESTS: '0' }, { requests: 1 }, 'more than 0 requests,'],
    [{ RUN_MAX_TOKENS: '2500' }, { tokens: 2_501 }, 'more than 2,500 tokens,'],
    [{ RUN_MAX_COST_USD: '0.0005' }, { amountMicros: 501 }, 'more than $0.0005,'],
    [{ RUN_MAX_MINUTES: '1' }, { elapsedMs: 60_001 }, 'more than 1 minute,'],
  ])('is what the operator sets: %j', (settings, used, sentence) => {
    const set = budgetOf(readConfig(settings));
    const [[name, value] = ['steps', 0]] = Object.entries(used);
    expect(exceededBudget(set, { ...nothing, ...used })).toContain(sentence);
    expect(exceededBudget(set, { ...nothing, [name]: value - 1 })).toBeNull();
  });

  it('has the defaults of the settings', () => expect(budgetOf(readConfig({}))).toEqual(defaultBudget));

  it.each([
    ['tokens', { tokens: 40_000, amountMicros: 0 }, '100,000 tokens, the limit of one run (RUN_MAX_TOKENS)'],
    ['money', { tokens: 1, amountMicros: 500_001 }, '$2.00, the limit of one run (RUN_MAX_COST_USD)'],
  ])('refuses a turn that might not fit what is left: %s', (_, turn, sentence) => {
    const spend = { ...nothing, tokens: 60_001, amountMicros: 1_500_000 };
    expect(turnBeyondBudget(limits, spend, turn)).toBe(
      `The run was stopped: its next model turn could have needed more than what is left of ${sentence}.`,
    );
    expect(turnBeyondBudget(limits, spend, { tokens: 39_999, amountMicros: 500_000 })).toBeNull();
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
});

import { describe, expect, it } from 'vitest';

import type { StoredPlan } from '#contracts/plan.ts';
import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import { offlineHints } from '#rules/automation-hints.ts';

const plan: StoredPlan = {
  dialect: 1,
  by: 'rules',
  isConfirmed: false,
  plan: { steps: [], answer: '{{summary()}}' },
};
const condition: StoredCondition = { dialect: 1, text: 'body.total > 100', by: 'rules' };
const understood = {
  instructions: 'Summarise the delivery.',
  filter: 'total > 100',
  condition,
  proposal: null,
  plan,
  expects: [],
  answerSchema: null,
  sender: 'generic',
};
const hintsOf = (changed: Partial<Parameters<typeof offlineHints>[0]>) =>
  offlineHints({ ...understood, ...changed }, 'MODEL is set');

describe('the hints of an automation without a model', () => {
  it('are none where there is a plan, and a condition or no filter', () => {
    expect(hintsOf({})).toEqual([]);
    expect(hintsOf({ filter: null, condition: null })).toEqual([]);
  });

  it('name each sentence of the instructions that is not understood', () => {
    expect(hintsOf({ instructions: 'Be nice. Reply "x". Judge the mood.', plan: null })).toEqual([
      expect.stringMatching(
        /^Offline rules do not understand: "Be nice", "Judge the mood"\..* Runs will end as needs_model until the sentences are spelled out or MODEL is set\.$/,
      ),
    ]);
  });

  it('name the filter that is not understood', () => {
    expect(hintsOf({ filter: 'sounds good to me', condition: null })).toEqual([
      expect.stringMatching(
        /^Offline rules do not understand the filter: "sounds good to me"\..*until the filter is spelled out or MODEL is set\.$/,
      ),
    ]);
  });

  it('say why a proposed condition does not decide', () => {
    const proposal: StoredProposal = {
      filter: 'total > 100',
      condition,
      problem: 'Nothing fits.',
    };
    expect(hintsOf({ condition: null, proposal })).toEqual([
      'Nothing fits. Runs will end as needs_model until a condition is saved or MODEL is set.',
    ]);
  });

  it('shorten a long sentence', () => {
    expect(hintsOf({ instructions: 'Judge '.repeat(500), plan: null })[0]?.length).toBeLessThan(600);
  });
});

import { describe, expect, it } from 'vitest';

import { changeOf } from '#api/operations/rehearsals/change-of.ts';
import type { Revision } from '#contracts/automation.ts';
import { defaultRetryPolicy } from '#contracts/retry.ts';

const condition = (text: string) => ({ dialect: 1, text, by: 'rules' }) as const;
const plan = (answer: string, isConfirmed: boolean) => ({
  dialect: 1,
  by: 'rules' as const,
  isConfirmed,
  plan: { steps: [], answer },
});

const present: Revision = {
  name: 'Orders',
  instructions: 'Reply "ok".',
  filter: 'status is paid',
  condition: condition('body.status == "paid"'),
  plan: plan('ok', false),
  expects: [],
  answerSchema: null,
  retry: defaultRetryPolicy,
  model: null,
  readsEarlierRuns: false,
  agentId: 'agt_1',
};

describe('the change that makes an automation what was rehearsed', () => {
  it('is none where nothing differs, the agent aside', () => {
    expect(changeOf(present, { ...present, agentId: 'agt_2' })).toBeNull();
  });

  it('has the members that differ alone', () => {
    expect(changeOf(present, { ...present, name: 'Paid', model: { effort: 'low' } })).toEqual({
      name: 'Paid',
      model: { effort: 'low' },
    });
  });

  it('has the meaning of another filter as data, also that there is none', () => {
    const filter = 'Only the nice ones';
    expect(changeOf(present, { ...present, filter, condition: null })).toEqual({ filter, condition: null });
    expect(changeOf(present, { ...present, filter })).toEqual({ filter, condition: 'body.status == "paid"' });
    expect(changeOf(present, { ...present, condition: condition('true') })).toEqual({ condition: 'true' });
  });

  it('has a plan that is confirmed, or that there is none, and leaves one out that is only proposed', () => {
    const instructions = 'Reply "no".';
    const other = { ...present, instructions };
    expect(changeOf(present, { ...other, plan: plan('no', false) })).toEqual({ instructions });
    expect(changeOf(present, { ...other, plan: null })).toEqual({ instructions, plan: null });
    expect(changeOf(present, { ...present, plan: plan('ok', true) })).toEqual({
      plan: { steps: [], answer: 'ok' },
    });
  });
});

import { describe, expect, it } from 'vitest';

import { readEnglishPlan } from '#rules/english-plan.ts';
import { notUnderstood, understood } from './plan-cases.ts';
import { readSmallCondition } from './plan-conditions.ts';

const nothing = { samples: [], sender: 'generic' };
const read = (text: string) => readEnglishPlan(text, nothing, readSmallCondition);

describe('instructions in the small English', () => {
  it.each(understood)('$text is a plan', ({ text, steps, answer }) => {
    const english = read(text);
    expect(english.state === 'understood' ? english.plan : english).toEqual({ steps, answer });
  });
  it.each(notUnderstood)('%j is not understood', (text) => expect(read(text).state).toBe('not-understood'));
});

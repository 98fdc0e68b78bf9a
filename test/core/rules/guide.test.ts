import { describe, expect, it } from 'vitest';

import { readEnglishPlan } from '#rules/english-plan.ts';
import { readFromRoot } from '#test/support/root.ts';

const guide = readFromRoot('docs/guides/offline-rules.md');
const blocks = [...guide.matchAll(/^```([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  text: text.trim(),
}));
const blocksOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

const read = (text: string) => readEnglishPlan(text, { samples: [], sender: 'generic' });

describe('the guide to the offline rules', () => {
  it('has examples of every kind', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(
      new Set(['plan', 'instructions', 'not-instructions']),
    );
  });
  it.each(blocksOf('plan'))('makes the plan of %j', (text) => {
    const at = text.indexOf('\n{');
    expect(read(text.slice(0, at))).toMatchObject({
      state: 'understood',
      plan: JSON.parse(text.slice(at)) as object,
    });
  });
  it.each(blocksOf('instructions'))('reads the instructions %j', (text) =>
    expect(read(text).state).toBe('understood'),
  );
  it.each(blocksOf('not-instructions').flatMap((text) => text.split('\n')))('does not read "%s"', (text) =>
    expect(read(text).state).toBe('not-understood'),
  );
});

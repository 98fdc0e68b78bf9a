import { describe, expect, it } from 'vitest';

import { readEnglishCondition } from '#rules/english-condition.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { readFromRoot } from '#test/support/root.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const guide = readFromRoot('docs/guides/filters.md');
const blocksOf = (kind: string) =>
  [...guide.matchAll(/^```([\w-]+)\n([\s\S]*?)^```$/gm)].flatMap(([, own, text = '']) =>
    own === kind ? [text.trim()] : [],
  );
const linesOf = (kind: string) => blocksOf(kind).flatMap((text) => text.split('\n'));
const read = (text: string) => readEnglishCondition(text, { samples: [], sender: 'generic' });

describe('the guide to filters', () => {
  it('has examples of every kind', () => {
    for (const kind of ['filters', 'not-filters', 'example']) expect(blocksOf(kind)).not.toEqual([]);
  });
  it.each(linesOf('filters'))('reads "%s"', (text) => expect(read(text).state).toBe('understood'));
  it.each(linesOf('not-filters'))('does not read "%s"', (text) =>
    expect(read(text).state).toBe('not-understood'),
  );

  it.each(blocksOf('example'))('decides as it says: %s', (block) => {
    const valueOf = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2) ?? '';
    const condition = read(valueOf('filter'));
    const text = condition.state === 'understood' ? condition.text : '';
    if (valueOf('condition') !== '') expect(text).toBe(valueOf('condition'));
    const { verdict } = judgeCondition({ dialect: 1, text }, deliveryOf(valueOf('delivery')));
    expect({ run: 'true', skip: 'false', needs_model: 'unknown' }[verdict]).toBe(valueOf('is'));
  });
});

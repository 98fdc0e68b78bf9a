import { describe, expect, it } from 'vitest';

import { judgeShape } from '#domain/alerts/judge-shape.ts';

const change = (id: string) => ({ id, words: `\`${id}\` was a number, is a text` });

describe('changes in deliveries', () => {
  it('is told the first time, and never again', () => {
    const first = judgeShape('shape_change', null, [change('total'), change('tax')]);
    expect(first.fresh.map(({ id }) => id)).toEqual(['total', 'tax']);
    const second = judgeShape('shape_change', first.memory, [change('tax'), change('id')]);
    expect(second.fresh.map(({ id }) => id)).toEqual(['id']);
    expect(judgeShape('shape_change', second.memory, [change('total'), change('id')]).fresh).toEqual([]);
  });

  it('is remembered by its last 500', () => {
    const many = Array.from({ length: 501 }, (_, number) => change(`m${number}`));
    const { memory } = judgeShape('shape_change', null, many);
    expect(memory.told).toHaveLength(500);
    expect(judgeShape('shape_change', memory, [change('m0'), change('m1')]).fresh).toEqual([change('m0')]);
  });

  it('is judged anew where the rule remembers something else', () => {
    const memory = { kind: 'first_failure', isFailing: true } as const;
    expect(judgeShape('shape_change', memory, [change('total')]).fresh).toEqual([change('total')]);
  });
});

import { describe, expect, it } from 'vitest';

import { Plan } from '#contracts/plan.ts';
import { functions } from '#rules/cel/functions.ts';
import { compilePlan } from '#rules/plan.ts';
import { planFunctions } from '#rules/plan/functions/index.ts';
import { readFromRoot } from '#test/support/root.ts';
import { rendered } from './support.ts';

const guide = readFromRoot('docs/guides/plans.md');
const blocks = [...guide.matchAll(/^```([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  lines: text.trim().split('\n'),
}));
const blocksOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ lines }) => lines);

describe('the guide to plans', () => {
  it('has examples of every kind', () =>
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['example', 'sh', 'not-plans'])));

  it.each([...planFunctions.keys()].filter((name) => !functions.has(name)))('names the function %s', (name) =>
    expect(guide).toMatch(new RegExp(`^\\| \`${name}\\(`, 'm')),
  );

  it.each(blocksOf('not-plans').flat())('refuses %s', (text) =>
    expect(compilePlan(Plan.parse(JSON.parse(text))).state).toBe('invalid'),
  );

  it.each(blocksOf('example').map((lines) => [lines.join('\n'), lines] as const))(
    'does as it says: %s',
    (_, lines) => {
      const valuesOf = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
      const result = rendered(JSON.parse(valuesOf('plan')[0]!), valuesOf('delivery')[0]!);
      const said =
        result.state === 'unknown'
          ? { requests: [], answer: [], leftOut: [], unknown: [result.problem] }
          : {
              requests: result.requests.map(({ method, url, body }) =>
                [method, url, body].filter(Boolean).join(' '),
              ),
              answer: result.answer === null ? [] : [result.answer.replaceAll('\u00a0', ' ')],
              leftOut: result.leftOut.map(({ evidence }) => evidence),
              unknown: [],
            };
      expect(said).toEqual({
        requests: valuesOf('request'),
        answer: valuesOf('answer'),
        leftOut: valuesOf('left out'),
        unknown: valuesOf('unknown'),
      });
    },
  );
});

import { describe, expect, it } from 'vitest';

import { functions, methods } from '#rules/cel/functions.ts';
import { compileCondition, evaluateCondition } from '#rules/condition.ts';
import { readFromRoot } from '#test/support/root.ts';
import { compiled, delivery } from './support.ts';

const guide = readFromRoot('docs/guides/conditions.md');
const blocks = [...guide.matchAll(/^```([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  lines: text.trim().split('\n'),
}));
const blocksOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ lines }) => lines);
const stateOf = (text: string) => compileCondition(text).state;

describe('the guide to conditions', () => {
  it('has examples of every kind', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(
      new Set(['conditions', 'example', 'not-conditions']),
    );
  });

  // `dyn` and the parts of a time are "the others of CEL".
  it.each([...functions.keys(), ...methods.keys()].filter((name) => !/^dyn$|^get/.test(name)))(
    'names the function %s',
    (name) => expect(guide).toMatch(new RegExp(`^\\|.*\`${name}[(\`]`, 'm')),
  );

  it.each(blocksOf('conditions').flat())('reads %s', (text) => expect(stateOf(text)).toBe('compiled'));
  it.each(blocksOf('not-conditions').flat())('refuses %s', (text) => expect(stateOf(text)).toBe('invalid'));

  it.each(blocksOf('example').map((lines) => [lines.join('\n'), lines] as const))(
    'decides as it says: %s',
    (_, lines) => {
      const valueOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const input = delivery(valueOf('delivery'), {
        headers: JSON.parse(valueOf('headers') ?? '{}') as object,
        contentType: valueOf('type') ?? 'application/json',
      });
      const { value, evidence } = evaluateCondition(compiled(valueOf('condition')!), input);
      expect(value === null ? 'unknown' : String(value)).toBe(valueOf('is'));
      expect(evidence).toContain(valueOf('evidence') ?? '');
    },
  );
});

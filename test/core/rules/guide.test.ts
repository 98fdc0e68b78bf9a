import { describe, expect, it } from 'vitest';

import { readCondition } from '#rules/condition/read-condition.ts';
import { splitSentences } from '#rules/language/split-sentences.ts';
import { readFilter } from '#rules/filter.ts';
import { templateFunctions } from '#rules/instructions/functions/index.ts';
import { readProgram } from '#rules/instructions/read-program.ts';
import { readFromRoot } from '#test/support/root.ts';
import { runOffline } from '#test/support/run-offline.ts';

const guide = readFromRoot('docs/guides/offline-rules.md');
const blocks = [...guide.matchAll(/^```([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));
const blocksOf = (kind: string) =>
  blocks.filter((block) => block.kind === kind).map(({ text }) => text.trim());
const linesOf = (kind: string) => blocksOf(kind).flatMap((text) => text.split('\n'));

const isCondition = (line: string) => {
  const sentences = splitSentences(line);
  return sentences.length === 1 && readCondition(sentences[0]!.tokens) !== null;
};

describe('the guide to the offline rules', () => {
  it.each(Object.keys(templateFunctions))('names the function %s', (name) =>
    expect(guide).toMatch(new RegExp(`^\\|[^|]*\`${name}[\`:]`, 'm')),
  );

  it('has examples of every kind', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(
      new Set(['example', 'conditions', 'not-conditions', 'filters', 'instructions', 'not-instructions']),
    );
  });
  it.each(linesOf('conditions'))('reads the condition "%s"', (line) => expect(isCondition(line)).toBe(true));
  it.each(linesOf('not-conditions'))('does not read the condition "%s"', (line) =>
    expect(isCondition(line)).toBe(false),
  );
  it.each(linesOf('filters'))('reads the filter "%s"', (line) =>
    expect(readFilter(line).state).toBe('understood'),
  );
  it.each(blocksOf('instructions'))('reads the instructions %j', (text) =>
    expect(readProgram(text, ['authorization'])).toMatchObject({ state: 'understood' }),
  );
  it.each(linesOf('not-instructions'))('does not read the instructions "%s"', (text) =>
    expect(readProgram(text, [])).toMatchObject({ state: 'not-understood' }),
  );

  it.each(blocksOf('example'))('does as it says: %j', async (text) => {
    const values = (name: string) =>
      text.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
    const { answer, needsModel, requests } = await runOffline(
      values('instructions')[0]!,
      values('delivery')[0]!,
    );
    expect(requests.map(({ method, url, body }) => [method, url, body].filter(Boolean).join(' '))).toEqual(
      values('request'),
    );
    const asks = values('asks');
    expect(needsModel === null).toBe(asks.length === 0);
    for (const problem of asks) expect(needsModel).toContain(problem);
    expect(answer.split('\n')).toEqual(expect.arrayContaining(values('answer')));
    expect(answer.startsWith('Offline rules (no AI model configured)')).toBe(true);
  });
});

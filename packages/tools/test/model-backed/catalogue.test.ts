import { expect, test } from 'vitest';

import { buildCatalogue } from '#tools/catalogue.ts';
import { findModelTool, modelFamily } from '#tools/model-backed/registry.ts';
import { loadTextTools } from '#tools/registry.ts';

const { families, findTool } = await loadTextTools();

const tools = modelFamily.tools.map((tool) => ({ id: tool.id, tool }));

test('the ids are those that callers were told', () => {
  expect(tools.map(({ id }) => id)).toEqual([
    'summarize-text',
    'extract-keywords',
    'title-ideas',
    'rewrite-text',
    'change-tone',
    'simplify-text',
    'shorten-text',
    'expand-text',
    'translate-text',
    'fix-grammar',
    'classify-text',
    'analyze-sentiment',
    'answer-from-text',
    'explain-code',
    'explain-regex',
  ]);
});

test('are listed behind the others where they can be used, and nowhere else', () => {
  const ids = buildCatalogue([...families, modelFamily]).items.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(-tools.length)).toEqual(tools.map(({ id }) => id));
  expect(buildCatalogue(families).items.filter(({ id }) => findModelTool(id))).toEqual([]);
});

test.each(tools)('$id: says that answers differ, and describes every param', ({ tool }) => {
  expect(tool.summary).toMatch(/^[A-Z].*[.”] A model does it: answers differ from call to call\.$/);
  const item = buildCatalogue([...families, modelFamily]).items.find(({ id }) => id === tool.id);
  const { properties, additionalProperties } = item!.params as {
    properties: Record<string, { description?: string; maxLength?: number }>;
    additionalProperties: unknown;
  };
  expect(additionalProperties).toBe(false);
  expect(properties['text']).toMatchObject({ minLength: 1, maxLength: 20_000 });
  for (const [name, { description }] of Object.entries(properties)) {
    expect(name).toMatch(/^[a-z][A-Za-z]*$/);
    expect(description, name).toMatch(/^[A-Z].*\.$/);
  }
});

test.each(tools)('$id: its example is a result that it takes from a model', ({ tool }) => {
  const params = tool.params.parse(tool.example.params) as never;
  expect(tool.read(tool.example.result, params)).toBe(tool.example.result);
});

test.each(tools)('$id: the tools that its hint names need no model', ({ tool }) => {
  for (const id of tool.alternatives) expect(findTool(id), id).toBeDefined();
});

/** Longer than any choice, so that a caller's string stands out. */
const marks = { text: 'the-text-of-a-caller', other: 'a-phrase-of-a-caller' };

test.each(tools)("$id: a caller's string is data and never part of the task", ({ tool }) => {
  const params = Object.fromEntries(
    Object.entries({ tone: '', audience: '', to: '', from: '', language: '', question: '' })
      .filter(([name]) => name in tool.params.shape)
      .map(([name]) => [name, marks.other]),
  );
  const labels = 'labels' in tool.params.shape ? { labels: [marks.other, 'another'] } : {};
  const parsed = tool.params.parse({ ...params, ...labels, text: marks.text }) as never;
  expect(tool.task(parsed)).not.toContain('of-a-caller');
  const data = tool.data(parsed);
  expect(data['text']).toBe(marks.text);
  const given = Object.keys({ ...params, ...labels }).length;
  expect(Object.values(data).filter((value) => value?.includes(marks.other))).toHaveLength(given);
});

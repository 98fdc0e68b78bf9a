import { expect, test } from 'vitest';
import { parseParams } from '#tools/parse-params.ts';
import { loadTextTools } from '#tools/registry.ts';
import { runTool } from '#tools/run-tool.ts';

const { findCall, findTool } = await loadTextTools();

async function invoke(id: string, params: unknown): Promise<string> {
  const call = findCall(id, params);
  if (call === undefined) throw new Error(`There is no tool ${id}.`);
  return runTool(call.tool, parseParams(call.tool, call.params));
}

test.each<[string, Record<string, unknown>, string]>([
  ['color-contrast', { foreground: '#000', background: '#fff' }, '"ratio": 21,'],
  ['date-diff', { from: '2026-01-01', to: '2026-01-31' }, '30'],
  ['convert-length', { text: '5', from: 'meter', to: 'centimetres' }, '500'],
  ['convert-temperature', { value: '100', from: 'celsius', to: 'Fahrenheit' }, '212'],
  ['format-bytes', { text: '1536', system: 'binary' }, '1.5 KiB'],
  ['format-duration', { value: 90 }, '1 minute, 30 seconds'],
  ['hash-text', { text: 'abc', algorithm: 'SHA-1' }, 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['hash-text', { text: 'abc', algorithm: 'md5', output: 'base64' }, 'kAFQmDzST7DWlj99KOF/cg=='],
  ['code-format', { text: 'a=1', language: 'JavaScript' }, 'a = 1;\n'],
  ['take-lines', { text: 'a\nb\nc', from: '2', to: '3' }, 'b\nc'],
  ['json-sort-keys', { text: '{"a":1,"b":2}', order: 'descending', indent: '0' }, '{"b":2,"a":1}'],
  ['csv-sort', { text: 'n\n1\n2', column: 'n', order: 'descending' }, 'n\n2\n1'],
  ['sort-lines', { text: 'a\nb', order: 'DESC' }, 'b\na'],
  ['sort-lines', { text: 'b\nA', ignoreCase: 'yes' }, 'A\nb'],
  ['word-frequency', { text: 'a a b', limit: 1 }, '"count": 2'],
  ['pick-random-line', { text: 'a', limit: '1', seed: 1 }, 'a'],
  ['md5', { text: 'abc' }, '900150983cd24fb0d6963f7d28e17f72'],
  ['SHA-256', { text: 'abc', encoding: 'hex' }, 'ba7816bf8f01cfea'],
  ['word_count', { text: 'a b' }, '"words": 2'],
])('%s with %j', async (id, params, part) => {
  expect(await invoke(id, params)).toContain(part);
});

test('old values of switches go on working', async () => {
  for (const putBack of ['yes', true])
    expect(await invoke('random-choice', { items: ['a'], count: 3, putBack, seed: 1 })).toBe('a\na\na');
  expect(await invoke('random-choice', { items: ['a', 'b'], count: 2, putBack: 'no', seed: 1 })).toHaveLength(
    3,
  );
});

test.each<[string, unknown, string]>([
  ['upper-case', { text: 'a', txet: 'b' }, 'params.txet'],
  ['sort-lines', { text: 'a', order: 'up' }, 'params.order'],
  ['json-format', { text: { a: 1 } }, 'params.text'],
])('the refusal of %s with %j names the param as its field', async (id, params, field) => {
  await expect(invoke(id, params)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field });
});

test.each<[string, unknown, string]>([
  ['upper-case', { text: 'a', txet: 'b' }, 'params.txet is not a param of upper-case.'],
  ['find-replace', { text: 'a', find: 'b', repl: 'd' }, 'Did you mean params.replacement?'],
  ['find-replace', { text: 'a', search: 'b' }, 'Did you mean params.find?'],
  ['diff-text', { a: 'a', b: 'b' }, 'params.a is not a param of diff-text. Did you mean params.text?'],
  ['diff-text', { text: 'a', text2: 'b' }, 'Did you mean params.other?'],
  ['upper-case', { input: 'a' }, 'Did you mean params.text?'],
  ['sort-lines', { text: 'a', ignore_case: true }, 'Did you mean params.ignoreCase?'],
  ['json-format', { text: { a: 1 } }, 'params.text must be of type string'],
  ['convert-length', { value: 'five', from: 'm', to: 'km' }, 'params.value must be of type number'],
  ['convert-length', { value: '', from: 'm', to: 'km' }, 'params.value must be of type number'],
  ['sort-lines', { text: 'a', order: 'up' }, 'params.order must be one of "asc", "desc"'],
  ['upper-case', { ['__proto__x']: 1 }, 'params.__proto__x'],
  ['upper-case', JSON.parse('{"text":"a","__proto__":1}'), 'params.__proto__'],
  ['upper-case', ['a'], 'params must be of type object'],
])('%s refuses %j', async (id, params, message) => {
  await expect(invoke(id, params)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining(message),
  });
});

test('an object where JSON is wanted as text is refused with the way out', async () => {
  await expect(invoke('json-format', { text: { a: 1 } })).rejects.toMatchObject({
    hint: 'Send the JSON as text.',
  });
});

test('a suggestion is a param that is not given yet', () => {
  const tool = findTool('find-replace')!;
  expect(() => parseParams(tool, { text: 'a', find: 'b', replacement: 'c', xyz: 1 })).toThrow(
    /Did you mean params\.(?:ignoreCase|wholeWord)\?/,
  );
});

import { afterAll, expect, test } from 'vitest';
import { createToolInvoker } from '#compute/threads/tool-invoker.ts';
import { endlessMarkdown } from '#test/support/endless-markdown.ts';

/** No call is refused because the machine is busy: it waits, and its thread is not the last that gets a processor. */
const patient = { waitMsMax: 120_000, isBackground: false };
const { invoke, close } = createToolInvoker({ light: patient, heavy: patient });
afterAll(close);

const refusals = [
  {
    name: 'an unknown tool is refused with the nearest ids',
    tool: 'uper-case',
    params: {},
    error: {
      code: 'UNKNOWN_TOOL',
      message: expect.stringContaining('"uper-case"'),
      hint: expect.stringContaining('upper-case'),
    },
  },
  {
    name: 'the name of an object method is no tool',
    tool: 'constructor',
    params: {},
    error: { code: 'UNKNOWN_TOOL' },
  },
  {
    name: 'a missing param is named',
    tool: 'upper-case',
    params: {},
    error: { code: 'INVALID_REQUEST', message: 'params.text is required.' },
  },
  {
    name: 'a param of the wrong type is named',
    tool: 'upper-case',
    params: { text: 7 },
    error: { code: 'INVALID_REQUEST', message: 'params.text must be of type string.' },
  },
  {
    name: 'an unknown param is named with the nearest valid one',
    tool: 'dedupe-lines',
    params: { text: 'a', ignorecase: true },
    error: {
      code: 'INVALID_REQUEST',
      message: 'params.ignorecase is not a param of dedupe-lines. Did you mean params.ignoreCase?',
    },
  },
  {
    name: 'a choice that does not exist is answered with those that do',
    tool: 'sort-lines',
    params: { text: 'a', order: 'up' },
    error: { code: 'INVALID_REQUEST', message: 'params.order must be one of "asc", "desc".' },
  },
  {
    name: 'a number out of bounds is answered with the bound',
    tool: 'wrap-text',
    params: { text: 'a', width: 0 },
    error: { code: 'INVALID_REQUEST', message: 'params.width must be at least 1.' },
  },
  {
    name: 'a fraction where a whole number is wanted is refused',
    tool: 'wrap-text',
    params: { text: 'a', width: 20.5 },
    error: { code: 'INVALID_REQUEST', message: 'params.width must be of type integer.' },
  },
  {
    name: 'params that are no object are refused',
    tool: 'upper-case',
    params: ['text'],
    error: { code: 'INVALID_REQUEST', message: 'params must be of type object.' },
  },
  {
    name: 'a text over 200,000 characters is refused',
    tool: 'upper-case',
    params: { text: 'a'.repeat(200_001) },
    error: { code: 'INVALID_REQUEST', message: 'params.text must have at most 200000 characters.' },
  },
  {
    name: 'an output over 1,000,000 characters is refused before it is built',
    tool: 'repeat-text',
    params: { text: 'a'.repeat(200_000), times: 10_000 },
    error: { code: 'TOOL_LIMIT_EXCEEDED', message: expect.stringContaining('2000000000') },
  },
  {
    name: 'a member that hides from the schema is refused like any other',
    tool: 'upper-case',
    params: JSON.parse('{"text": "a", "__proto__": 1}') as unknown,
    error: { code: 'INVALID_REQUEST', message: expect.stringContaining('params.__proto__') },
  },
  {
    name: 'a refusal inside a thread arrives with its hint',
    tool: 'regex-extract',
    params: { text: 'a', pattern: '(?=a)' },
    error: {
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('params.pattern'),
      hint: expect.stringContaining('look-around'),
    },
  },
];

test.each(refusals)('$name', async ({ tool, params, error }) => {
  await expect(invoke(tool, params)).rejects.toMatchObject({ name: 'ToolError', ...error });
});

test('a text of 200,000 characters is taken, in a thread', async () => {
  const text = 'ab'.repeat(100_000);
  expect(await invoke('upper-case', { text })).toBe('AB'.repeat(100_000));
});

test('a short and a long text give the same kind of answer', async () => {
  expect(await invoke('reverse-lines', { text: 'a\nb' })).toBe('b\na');
  const lines = Array.from({ length: 30_000 }, (_, index) => String(index));
  expect(await invoke('reverse-lines', { text: lines.join('\n') })).toBe(lines.toReversed().join('\n'));
});

test('lone surrogates become the replacement character', async () => {
  expect(await invoke('upper-case', { text: 'a\uD800b' })).toBe('A\uFFFDB');
});

test('a tool that takes too long is ended, and its pool goes on', async () => {
  await expect(invoke('strip-markdown', { text: endlessMarkdown })).rejects.toMatchObject({
    code: 'TOOL_LIMIT_EXCEEDED',
    message: 'The tool did not finish within 2 seconds.',
  });
  expect(await invoke('strip-markdown', { text: '*a*' })).toBe('a');
});

test('light calls are answered while other callers fill the background pool', async () => {
  // Ends no heavy call before the light ones are answered, however slow the machine is.
  const pools = createToolInvoker({ heavy: { timeoutMs: 600_000 } });
  const heavy = Promise.allSettled(
    Array.from({ length: 4 }, (_, number) =>
      pools.invoke('strip-markdown', { text: endlessMarkdown }, `hog ${number}`),
    ),
  );
  const order: string[] = [];
  void heavy.then(() => order.push('heavy'));
  for (let count = 0; count < 50; count += 1) {
    expect(await pools.invoke('regex-extract', { text: 'a1b22', pattern: '\\d+' }, 'light')).toBe('1\n22');
    expect(await pools.invoke('upper-case', { text: 'a' }, 'light')).toBe('A');
  }
  expect(order).toEqual([]);
  await pools.close();
  await heavy;
});

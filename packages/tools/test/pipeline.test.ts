import { expect, test } from 'vitest';
import { call } from './call.ts';

const steps = (...tools: readonly (string | object)[]) =>
  tools.map((tool) => (typeof tool === 'string' ? { tool } : tool));

test('each step takes what the one before gives, under its id or another name', async () => {
  const text = 'b = 2\na = 1';
  expect(
    await call('pipeline', {
      text,
      steps: steps(
        'toml-to-json',
        { tool: 'json-to-yaml', params: { indent: 2 } },
        'sort-lines',
        'uppercase',
      ),
    }),
  ).toBe('A: 1\nB: 2');
  expect(
    await call('pipeline', { text: 'abc', steps: steps('md5', 'hex-decode', 'length') }).catch(
      (error: Error) => error.message,
    ),
  ).toContain('Step 2 (hex-decode)');
});

test('a step says which of its params takes the result', async () => {
  const params = { text: 'kitten' };
  const to = (input: string) =>
    call('pipeline', { text: 'sitting', steps: [{ tool: 'edit-distance', params, input }] });
  expect(await to('other')).toBe('3');
  await expect(to('nope')).rejects.toThrow('Step 1 (edit-distance): "nope" is no param');
});

test.each<[string, readonly object[], string, string]>([
  [
    'an unknown tool',
    [{ tool: 'upper-case' }, { tool: 'no-such-tool' }],
    'UNKNOWN_TOOL',
    'Step 2 (no-such-tool)',
  ],
  [
    'a pipeline in a pipeline',
    [{ tool: 'pipeline', params: { steps: [{ tool: 'upper-case' }] } }],
    'INVALID_REQUEST',
    'cannot contain another',
  ],
  [
    'a param that a step does not take',
    [{ tool: 'upper-case', params: { nope: 1 } }],
    'INVALID_REQUEST',
    'Step 1 (upper-case): params.nope',
  ],
  ['what a step refuses', [{ tool: 'json-format' }], 'INVALID_REQUEST', 'Step 1 (json-format)'],
])('%s is refused with the number of the step', async (_, wrong, code, message) => {
  await expect(call('pipeline', { text: 'a', steps: wrong })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test('there are 1 to 20 steps', async () => {
  for (const count of [0, 21])
    await expect(
      call('pipeline', { text: 'a', steps: Array.from({ length: count }, () => ({ tool: 'upper-case' })) }),
    ).rejects.toMatchObject({ code: expect.any(String) });
  const many = Array.from({ length: 20 }, () => ({ tool: 'swap-case' }));
  expect(await call('pipeline', { text: 'aB', steps: many })).toBe('aB');
});

test('the characters of all steps count together, in and out', async () => {
  const long = 'a'.repeat(150_000);
  await expect(
    call('pipeline', { text: long, steps: [{ tool: 'diff-text', params: { other: long } }] }),
  ).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  await expect(
    call('pipeline', { text: long, steps: Array.from({ length: 8 }, () => ({ tool: 'upper-case' })) }),
  ).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED', message: expect.stringContaining('Step 7') });
});

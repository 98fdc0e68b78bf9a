import { describe, expect, it } from 'vitest';

import { turnInputOf } from '#test/support/turn-input.ts';
import { asksFor, converse } from '#test/support/wire/converse.ts';
import { wireRows } from '#test/support/wire/formats.ts';

describe.each(wireRows)('an answer that fails the run, at $provider', (row) => {
  it.each([
    ['a refusal', { text: 'No.', isRefused: true }, 'declined', 'content-filter'],
    ['an answer that was cut off', { text: 'The order was rece', isCut: true }, 'cut', 'length'],
    ['reasoning that left no room for an answer', { reasoning: 'sig', isCut: true }, 'cut', 'length'],
    ['nothing', {}, 'empty', 'stop'],
  ] as const)('is told so: %s', async (_, said, remark, finishReason) => {
    const { outputs, calls } = await converse(row, { said: [said, { text: 'Done.' }] });
    expect(outputs).toMatchObject([
      { isDone: false, remark, finishReason, calls: [] },
      { isDone: true, answer: 'Done.' },
    ]);
    // Nothing of it comes again, but what was said of it.
    expect(calls[1]!.text).not.toMatch(/was rece|"No\."/);
    expect(calls[1]!.text).toContain('From the service that runs you');
  });

  it('carries out all calls of an answer that have one id, each with its own result', async () => {
    const said = [{ calls: ['a', 'b', 'c'].map((path) => asksFor(path, 'call_1')) }, { text: 'Done.' }];
    const { outputs, calls } = await converse(row, { said });
    const asked = outputs[0]!.calls;
    expect(asked.map((call) => call.name === 'http_request' && call.url)).toEqual(
      ['a', 'b', 'c'].map((path) => `https://api.example.com/${path}`),
    );
    expect(new Set(asked.map(({ callId }) => callId)).size).toBe(3);
    // Each result stands behind its own call; Gemini tells them apart by their order.
    for (const { callId } of row.provider === 'google' ? [] : asked)
      expect(calls[1]!.text.split(JSON.stringify(callId))).toHaveLength(3);
    expect(calls[1]!.text.match(/made/g)).toHaveLength(3);
  });

  it('is asked for its last words with its tools in the prompt, which it cannot call', async () => {
    const input = turnInputOf('Report the order.', {}, { last: { reason: 'It is over.', isShort: false } });
    const said = [{ text: 'STATUS: incomplete\nNothing was sent.', calls: [asksFor('a')] }];
    const { outputs, calls } = await converse(row, { said, input });
    expect(outputs[0]).toMatchObject({
      isDone: true,
      answer: 'Nothing was sent.',
      failure: 'It is over.',
      calls: [],
    });
    expect(row.format.toolsIn(calls[0]!.body)).not.toEqual([]);
    expect(calls[0]!.text).toMatch(/"(?:tool_choice|mode)":(?:"none"|\{"type":"none"|"NONE")/);
  });
});

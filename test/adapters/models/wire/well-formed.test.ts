import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CapabilityCall, CapabilityResult } from '#capabilities/calls.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { createPublicModel } from '#models/public-model.ts';
import { deliveryOf, filterInputOf, testNonce, turnInputOf } from '#test/support/turn-input.ts';
import { startWireServer, type WireCall } from '#test/support/wire/server.ts';
import { wireRows } from '#test/support/wire/formats.ts';

/** Text with whole and with half surrogate pairs, as JSON escapes and cuts between two units leave them. */
const hostile = fc.string({
  unit: fc.constantFrom('a', ' ', '"', '\n', '😀', '\ud83d', '\ude00'),
  minLength: 1,
  maxLength: 12,
});

const reads = (name: string, more: object = {}) =>
  ({ callId: `call_${name}`, name, ...more }) as unknown as CapabilityCall;

/** A result of each capability and of each kind, with the text wherever a text of others may stand. */
const resultsWith = (text: string): readonly (readonly [CapabilityCall, CapabilityResult])[] => [
  [
    reads('http_request', { method: 'POST', url: 'https://api.example.com/a', headers: {} }),
    { kind: 'response', status: 200, headers: { 'x-note': text }, body: text, truncated: false },
  ],
  [
    reads('read_response', { requestCallId: text }),
    { kind: 'page', page: { text, offset: 0, totalChars: text.length, nextOffset: null } },
  ],
  [reads('read_delivery', { find: text }), { kind: 'refused', message: text }],
  [reads('read_delivery', { pointer: text }), { kind: 'failed', message: text }],
  [
    reads('text_tools', { tool: text }),
    { kind: 'tool-output', isRefused: false, text, totalChars: text.length },
  ],
];

const strings = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => [name, ...strings(member)])
      : [];

function expectWellFormed(calls: readonly WireCall[], count: number): void {
  expect(calls).toHaveLength(count);
  for (const { body } of calls) expect(strings(body).filter((text) => !text.isWellFormed())).toEqual([]);
}

describe.each(wireRows)('text on its way to $id', ({ provider, id, format }) => {
  const serverWith = async (...texts: readonly string[]) =>
    await startWireServer(texts.map((text) => ({ body: format.answer({ text }) })));
  const modelAt = (origin: string) =>
    createAgentModel({ id, apiKey: 'k', baseUrl: `${origin}${format.path}` });

  it('is well-formed in a turn, whatever the owner, the sender, targets, tools and the model itself said', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        await using server = await serverWith('Done.', 'STATUS: complete\nDone.');
        const model = modelAt(server.origin);
        const results = resultsWith(text);
        const input = turnInputOf(
          `Report ${text}.`,
          { [text]: text },
          {
            automationName: text,
            access: [{ domain: text, headerName: text }],
            delivery: deliveryOf(
              { [text]: text },
              { headers: { 'x-note': text }, eventId: text, reference: text, referenceUrl: text },
            ),
            messages: [
              {
                role: 'assistant',
                content: [
                  { type: 'text', text },
                  ...results.map(([{ callId, name, ...args }], at) => ({
                    type: 'tool-call',
                    toolCallId: `${callId}-${at}`,
                    toolName: name,
                    input: args,
                  })),
                ],
              },
              ...results.map(([call, result], at) =>
                model.resultMessage({ ...call, callId: `${call.callId}-${at}` }, result, testNonce),
              ),
              { role: 'user', content: text },
            ],
          },
        );
        await model.turn(input);
        await model.turn({ ...input, last: { reason: text, isShort: true } });
        expectWellFormed(server.calls, 2);
      }),
      { numRuns: 15 },
    );
  });

  it('is well-formed in the questions about a filter', async () => {
    const verdict = JSON.stringify({ matches: true, confidence: 'sure', reason: 'It says so.' });
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        await using server = await serverWith(verdict);
        await modelAt(server.origin).evaluateFilter(
          filterInputOf(
            `it sounds urgent like ${text} to the reader`,
            `{"${JSON.stringify(text).slice(1, -1)}":1}`,
          ),
        );
        expectWellFormed(server.calls, 1);
      }),
      { numRuns: 15 },
    );
  });

  it('is well-formed in a call of the public API', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        await using server = await serverWith('A text.');
        const model = createPublicModel(id, {
          MODEL: id,
          MODEL_BASE_URL: `${server.origin}${format.path}`,
          [`${provider.toUpperCase()}_API_KEY`]: 'k',
        });
        const signal = AbortSignal.timeout(60_000);
        await model.generate({ instructions: text, prompt: text, maxOutputTokens: 100, signal });
        expectWellFormed(server.calls, 1);
      }),
      { numRuns: 15 },
    );
  });
});

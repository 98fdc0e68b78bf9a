import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { testNonce, turnInputOf } from '#test/support/turn-input.ts';

const name = fc.constantFrom(
  'http_request',
  'read_delivery',
  'read_response',
  'text_tools',
  'finish',
  'launch',
  '',
  '__proto__',
);
const member = fc.constantFrom(
  'method',
  'url',
  'headers',
  'body',
  'pointer',
  'query',
  'aggregate',
  'find',
  'search',
  'tool',
  'params',
  'offset',
  'limit',
  'requestCallId',
  'answer',
  '__proto__',
);
const value = fc.oneof(
  fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'https://api.example.com/x',
    'file:///etc/passwd',
    '',
    null,
    -1,
    1e9,
    0.5,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const args = fc.oneof(
  fc.dictionary(member, value, { maxKeys: 6 }).map((object) => JSON.stringify(object)),
  fc
    .record({ method: fc.constantFrom('GET', 'POST'), url: fc.webUrl() })
    .map((object) => JSON.stringify(object)),
  fc.string(),
);
const calls = fc.array(fc.record({ name, arguments: args }), { maxLength: 6 });

it('a model that calls anything gets only well-formed calls through, and its turns go on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 3 }), async (turns) => {
      await using server = await startModelServer((call) => ({
        toolCalls: turns[(call - 1) % turns.length]!,
        text: 'hm',
      }));
      const model = createAgentModel({ id: 'openai-compatible/fuzz', baseUrl: server.baseUrl });
      const input = turnInputOf('POST the order id to https://api.example.com/x.', { order: { id: 1 } });
      const messages: unknown[] = [];
      const ids = new Set<string>();
      for (let turn = 0; turn < 4; turn += 1) {
        const output = await model.turn({ ...input, messages });
        for (const call of output.calls) {
          expect(ids.has(call.callId)).toBe(false);
          ids.add(call.callId);
          if (call.name === 'http_request') expect(['GET', 'POST', 'PATCH', 'DELETE']).toContain(call.method);
          if (call.name === 'read_response') expect(call.offset).toBeGreaterThanOrEqual(0);
        }
        expect(output.isDone).toBe(output.answer !== null);
        expect(Buffer.byteLength(output.summary)).toBeLessThanOrEqual(200);
        if (output.isDone) break;
        const results = output.calls.map((call) =>
          model.resultMessage(call, { kind: 'refused', message: 'no' }, testNonce),
        );
        messages.push(...(JSON.parse(JSON.stringify([...output.messages, ...results])) as unknown[]));
      }
    }),
    { numRuns: 60 },
  );
});

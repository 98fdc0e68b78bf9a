import { describe, expect, it } from 'vitest';

import type { CapabilityCall } from '#capabilities/calls.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { deliveryOf, filterInputOf, testNonce, turnInputOf } from '#test/support/turn-input.ts';

const modelAt = (baseUrl: string) => createAgentModel({ id: 'openai-compatible/local/qwen3:8b', baseUrl });
const request = (url: string, body?: string) => ({
  name: 'http_request',
  arguments: JSON.stringify({ method: 'POST', url, body: body ?? null, headers: null }),
});
const order = { order: { id: 'o1', status: 'paid' } };
const input = turnInputOf('Record the order id at https://api.example.com/orders.', order);

async function failureOf(scripted: Scripted): Promise<unknown> {
  await using server = await startModelServer([scripted]);
  return await modelAt(server.baseUrl)
    .turn(input)
    .then(
      () => 'no failure',
      (error: unknown) => (error instanceof ModelFailure ? error.failure : error),
    );
}

describe('a turn over the wire', () => {
  it('gives the text of a model that asks for nothing as the answer', async () => {
    await using server = await startModelServer([{ text: 'All done.' }]);
    const output = await modelAt(server.baseUrl).turn(input);
    expect(output).toMatchObject({
      isDone: true,
      answer: 'All done.',
      calls: [],
      needsModel: null,
      failure: null,
      model: 'openai-compatible/local/qwen3:8b',
      usage: { inputTokens: 100, outputTokens: 20, isReported: true },
      cost: { state: 'unknown', amountMicros: null },
    });
    expect(server.calls[0]?.body['model']).toBe('local/qwen3:8b');
  });

  it('gives two tool calls in their order, with the text beside them in the history', async () => {
    const calls = [
      request('https://api.example.com/a'),
      { ...request('https://api.example.com/b'), id: 'second' },
    ];
    await using server = await startModelServer([{ text: 'Sending.', toolCalls: calls }]);
    const output = await modelAt(server.baseUrl).turn(input);
    expect(output.calls.map((call) => [call.callId, call.name === 'http_request' && call.url])).toEqual([
      ['call-1', 'https://api.example.com/a'],
      ['second', 'https://api.example.com/b'],
    ]);
    expect(output).toMatchObject({ isDone: false, answer: null });
    expect(JSON.parse(JSON.stringify(output.messages))).toEqual(output.messages);
  });

  it('keeps the prefix byte for byte, results appended', async () => {
    await using server = await startModelServer([
      { toolCalls: [request('https://api.example.com/a')] },
      { text: 'Done.' },
    ]);
    const model = modelAt(server.baseUrl);
    const first = await model.turn(input);
    const results = first.calls.map((call) =>
      model.resultMessage(
        call,
        { kind: 'response', status: 201, headers: {}, body: 'ok', truncated: false },
        testNonce,
      ),
    );
    const second = await model.turn({ ...input, messages: [...first.messages, ...results] });
    expect(second.answer).toBe('Done.');
    const [before, after] = server.calls.map(({ body }) => JSON.stringify(body.messages));
    expect(after?.startsWith(before?.slice(0, -1) ?? '-')).toBe(true);
    expect(server.calls[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call-1' });
  });

  it('gives calls ids of their own when a server counts from one in every answer', async () => {
    await using server = await startModelServer(() => ({
      toolCalls: [request('https://api.example.com/a')],
    }));
    const model = modelAt(server.baseUrl);
    const messages: unknown[] = [];
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const output = await model.turn({ ...input, messages });
      const results = output.calls.map((call) =>
        model.resultMessage(call, { kind: 'refused', message: 'no' }, testNonce),
      );
      messages.push(...output.messages, ...results);
      ids.push(...output.calls.map(({ callId }) => callId));
    }
    expect(ids).toEqual(['call-1', 'call-1-2', 'call-1-3']);
    const sent = server.calls
      .at(-1)!
      .body.messages.map((message) => (message as { tool_call_id?: string }).tool_call_id);
    expect(sent.filter(Boolean)).toEqual(['call-1', 'call-1-2']);
  });

  it('turns a finish call into the answer, with a result for it in the history', async () => {
    const finish = { name: 'finish', arguments: '{"answer":"Order o1 is recorded."}' };
    await using server = await startModelServer([{ toolCalls: [finish] }]);
    const output = await modelAt(server.baseUrl).turn(input);
    expect(output).toMatchObject({ isDone: true, answer: 'Order o1 is recorded.', calls: [] });
    expect(output.messages.at(-1)).toMatchObject({ role: 'tool' });
  });

  it('carries out the other calls first when finish comes with them', async () => {
    const finish = { name: 'finish', arguments: '{"answer":"Done."}', id: 'f' };
    await using server = await startModelServer([
      { toolCalls: [request('https://api.example.com/a'), finish] },
      { text: 'Ok.' },
    ]);
    const model = modelAt(server.baseUrl);
    const output = await model.turn(input);
    expect(output).toMatchObject({ isDone: false, answer: null });
    expect(output.calls).toHaveLength(1);
    const result = model.resultMessage(output.calls[0]!, { kind: 'refused', message: 'no' }, testNonce);
    await expect(model.turn({ ...input, messages: [...output.messages, result] })).resolves.toMatchObject({
      isDone: true,
    });
  });

  it.each([
    ['arguments that are not JSON', 'http_request', '{"method":'],
    ['arguments against the schema', 'http_request', '{"method":"PUT","url":"https://api.example.com/"}'],
    ['an unknown tool', 'launch', '{}'],
  ])('takes another turn after %s', async (_, name, args) => {
    await using server = await startModelServer([
      { toolCalls: [{ name, arguments: args }] },
      { text: 'Sorry.' },
    ]);
    const model = modelAt(server.baseUrl);
    const output = await model.turn(input);
    expect(output).toMatchObject({ isDone: false, calls: [], answer: null });
    const next = await model.turn({ ...input, messages: output.messages });
    expect(next.answer).toBe('Sorry.');
  });

  it('may write twice as much after an answer that was cut off', async () => {
    await using server = await startModelServer([
      { text: 'Half a sent', finishReason: 'length' },
      { text: 'Done.' },
    ]);
    const model = modelAt(server.baseUrl);
    const first = await model.turn(input);
    expect(first).toMatchObject({
      finishReason: 'length',
      isDone: false,
      summary: 'Cut off at the output limit, and was told so',
    });
    const { answer } = await model.turn({ ...input, turns: [first], messages: first.messages });
    expect(answer).toBe('Done.');
    expect(server.calls.map(({ body }) => body['max_tokens'])).toEqual([4_096, 8_192]);
    const [before, after] = server.calls.map(({ body }) => body.messages);
    expect(after).toEqual([
      ...before!,
      { role: 'user', content: expect.stringContaining('twice as many tokens') },
    ]);
  });

  it('never takes missing usage for free', async () => {
    await using server = await startModelServer([{ text: 'Hi.', usage: null }]);
    const model = createAgentModel({
      id: 'openai-compatible/m',
      baseUrl: server.baseUrl,
      price: { inputPerMillion: 1, outputPerMillion: 2 },
    });
    const output = await model.turn(input);
    expect(output.usage.isReported).toBe(false);
    expect(output.cost).toMatchObject({ state: 'unknown', amountMicros: null });
  });

  it.each([
    ['negative', { prompt_tokens: 10, completion_tokens: -1_000_000_000 }],
    ['fractional', { prompt_tokens: 10.5, completion_tokens: 3.25 }],
    ['beyond whole numbers', { prompt_tokens: 1e300, completion_tokens: 1 }],
    ['one above the largest safe integer', { prompt_tokens: 9_007_199_254_740_992, completion_tokens: 1 }],
    ['more than any model reads', { prompt_tokens: 1_000_000_000, completion_tokens: 1 }],
    [
      'more cached than read',
      { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 50 } },
    ],
    [
      'more reasoning than was written',
      { prompt_tokens: 10, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 50 } },
    ],
  ])('takes a usage that is %s for unreported, and its cost for unknown', async (_, usage) => {
    await using server = await startModelServer([{ text: 'Hi.', usage }]);
    const price = { inputPerMillion: 1, outputPerMillion: 1 };
    const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: server.baseUrl, price });
    const output = await model.turn(input);
    expect(output.cost).toMatchObject({ state: 'unknown', amountMicros: null });
    const { isReported, ...counts } = output.usage;
    expect(isReported).toBe(false);
    for (const count of Object.values(counts)) expect(count).toBeOneOf([0, 1, 10]);
  });

  it('counts the price of the operator', async () => {
    await using server = await startModelServer([{ text: 'Hi.' }]);
    const price = { inputPerMillion: 1, outputPerMillion: 2 };
    const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: server.baseUrl, price });
    expect((await model.turn(input)).cost).toMatchObject({ state: 'known', amountMicros: 140 });
  });

  it('reads a huge answer, and keeps 64 KiB of it', async () => {
    await using server = await startModelServer([{ text: 'x'.repeat(1_000_000) }]);
    const output = await modelAt(server.baseUrl).turn(input);
    expect(output.answer).toBe(`${'x'.repeat(65_536)}…`);
    expect(Buffer.byteLength(output.summary)).toBeLessThanOrEqual(200);
  });

  it('keeps a short reason of a failure that is told at length', async () => {
    const told = { answer: 'No.', failure: 'y'.repeat(3_000_000) };
    await using server = await startModelServer([
      { toolCalls: [{ name: 'finish', arguments: JSON.stringify(told) }] },
    ]);
    const output = await modelAt(server.baseUrl).turn(input);
    expect(output.failure).toBe(`${'y'.repeat(1_000)}…`);
  });

  it('stops reading an answer above 8 MiB, and hangs up', async () => {
    await using server = await startModelServer([{ hang: 'endless' }]);
    await expect(modelAt(server.baseUrl).turn(input)).rejects.toMatchObject({
      failure: { kind: 'bad-answer' },
    });
    await expect.poll(() => server.closedEarly()).toBe(1);
  });

  const read = (index: number) => ({ id: `r-${index}`, name: 'read_delivery', arguments: '{}' });
  const listOf = <T>(length: number, make: (index: number) => T) =>
    Array.from({ length }, (_, index) => make(index));

  it('takes 32 reads of an answer, refuses one on behalf of the others, and forgets those', async () => {
    await using server = await startModelServer([{ toolCalls: listOf(2_000, read) }, { text: 'Done.' }]);
    const model = modelAt(server.baseUrl);
    const first = await model.turn(input);
    expect(first.calls.map(({ callId }) => callId)).toEqual(listOf(32, (index) => `r-${index}`));
    expect(first.isDone).toBe(false);
    const results = first.calls.map((call) =>
      model.resultMessage(call, { kind: 'refused', message: 'no' }, testNonce),
    );
    await model.turn({ ...input, messages: [...first.messages, ...results] });
    const told = server.calls[1]!.body.messages.filter(({ role }) => role === 'tool');
    expect(told).toHaveLength(33);
    expect(told.map(({ content }) => content)).toContainEqual(
      expect.stringContaining('of 2000 in one answer 32'),
    );
    expect(server.calls[1]!.text).not.toContain('r-33');
  });

  it('takes no more reads when a run has had 256 calls, and lets it finish', async () => {
    const finish = { id: 'f', name: 'finish', arguments: '{"answer":"Done."}' };
    await using server = await startModelServer([
      { toolCalls: [read(1)] },
      { toolCalls: [read(2), request('https://api.example.com/a')] },
      { toolCalls: [finish] },
    ]);
    const model = modelAt(server.baseUrl);
    const results = listOf(256, () => ({ kind: 'refused' as const, message: 'no' }));
    const first = await model.turn({ ...input, results });
    expect(first).toMatchObject({ calls: [], isDone: false });
    const second = await model.turn({ ...input, results, messages: first.messages });
    expect(second.calls).toMatchObject([{ name: 'http_request' }]);
    const last = await model.turn({ ...input, results, messages: first.messages });
    expect(last).toMatchObject({ isDone: true, answer: 'Done.' });
  });

  it('sends none of an answer with more requests than the run may send', async () => {
    const toolCalls = listOf(3_000, (index) => ({
      ...request('https://api.example.com/a'),
      id: `c-${index}`,
    }));
    await using server = await startModelServer([{ toolCalls }]);
    const { calls, messages, remark } = await modelAt(server.baseUrl).turn(input);
    expect({ calls, remark }).toEqual({ calls: [], remark: 'too-many-requests' });
    expect(JSON.stringify(messages).length).toBeLessThan(2_000);
  });

  it('gives calls with huge ids short ones of their own', async () => {
    const toolCalls = ['a', 'b'].map((end) => ({ ...read(0), id: 'i'.repeat(1_000_000) + end }));
    await using server = await startModelServer([{ toolCalls }, { text: 'Done.' }]);
    const model = modelAt(server.baseUrl);
    const output = await model.turn(input);
    expect(output.calls.map(({ callId }) => callId)).toEqual(['call-2', 'call-3']);
    const results = output.calls.map((call) =>
      model.resultMessage(call, { kind: 'refused', message: 'no' }, testNonce),
    );
    await model.turn({ ...input, messages: [...output.messages, ...results] });
    expect(server.calls[1]!.text.length).toBeLessThan(20_000);
  });
});

describe('the request on the wire', () => {
  it('marks the delivery as data, drops credentials, and names headers only', async () => {
    await using server = await startModelServer([{ text: 'ok' }]);
    const delivery = deliveryOf(order, {
      headers: {
        authorization: 'Bearer in-secret',
        'x-hub-signature-256': 'sha256=sig',
        cookie: 'c=1',
        'x-topic': 'orders',
      },
    });
    await modelAt(server.baseUrl).turn({ ...input, delivery });
    const { text } = server.calls[0]!;
    expect(text).toContain(`<<DATA ${testNonce}>>`);
    expect(text).toContain('x-topic: orders');
    expect(text).toContain('api.example.com (Authorization is attached)');
    for (const secret of ['in-secret', 'sha256=sig', 'c=1']) expect(text).not.toContain(secret);
  });

  it('sends no structured task of the offline rules', async () => {
    await using server = await startModelServer([{ text: 'ok' }]);
    await modelAt(server.baseUrl).turn(input);
    expect(server.calls[0]?.text).not.toContain('storedHeaders');
  });

  it('sends the key where there is one', async () => {
    await using server = await startModelServer([{ text: 'ok' }]);
    await createAgentModel({
      id: 'openai-compatible/m',
      baseUrl: server.baseUrl,
      apiKey: 'k-1',
    }).turn(input);
    expect(server.calls[0]?.headers.authorization).toBe('Bearer k-1');
  });
});

describe('failures', () => {
  it.each<[string, Scripted, unknown]>([
    [
      '429 with seconds',
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [
      '429 with milliseconds',
      { status: 429, headers: { 'retry-after-ms': '250' } },
      { kind: 'rate-limited', retryAfterMs: 250 },
    ],
    ['429 alone', { status: 429 }, { kind: 'rate-limited', retryAfterMs: null }],
    ['401', { status: 401 }, { kind: 'auth' }],
    ['403', { status: 403 }, { kind: 'auth' }],
    ['400', { status: 400 }, { kind: 'bad-request' }],
    ['404', { status: 404 }, { kind: 'bad-request' }],
    ['422', { status: 422 }, { kind: 'bad-request' }],
    ['408', { status: 408 }, { kind: 'unavailable' }],
    ['409', { status: 409 }, { kind: 'unavailable' }],
    ['500', { status: 500 }, { kind: 'unavailable' }],
    ['503', { status: 503 }, { kind: 'unavailable' }],
    ['broken JSON', { raw: '{"choices":[' }, { kind: 'bad-answer' }],
    ['a page of HTML', { raw: '<html>hello</html>', contentType: 'text/html' }, { kind: 'bad-answer' }],
    [
      'no choices',
      { raw: '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[]}' },
      { kind: 'bad-answer' },
    ],
    ['a connection cut in the body', { hang: 'cut' }, { kind: 'unavailable', isAnswerLost: true }],
  ])('classifies %s', async (_, scripted, failure) => {
    expect(await failureOf(scripted)).toEqual(failure);
  });

  it('classifies a date in retry-after', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const failure = await failureOf({ status: 429, headers: { 'retry-after': date } });
    expect(failure).toMatchObject({ kind: 'rate-limited' });
    expect((failure as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(25_000);
  });

  it('classifies a refused connection', async () => {
    const server = await startModelServer([]);
    await server[Symbol.asyncDispose]();
    await expect(modelAt(server.baseUrl).turn(input)).rejects.toMatchObject({
      failure: { kind: 'unavailable' },
    });
  });

  it('does not act on the answer of a server that cut the prompt in silence', async () => {
    await using server = await startModelServer([
      { text: 'Sure.', usage: { prompt_tokens: 2_048, completion_tokens: 2 } },
    ]);
    const instructions = 'Report the status. '.repeat(4_000);
    const turn = modelAt(server.baseUrl).turn({ ...input, instructions });
    await expect(turn).rejects.toMatchObject({ failure: { kind: 'cut-prompt' } });
  });

  it('never carries the prompt, the key or a cause', async () => {
    await using server = await startModelServer([{ status: 401 }]);
    const model = createAgentModel({
      id: 'openai-compatible/m',
      baseUrl: server.baseUrl,
      apiKey: 'k-secret',
    });
    const error = await model.turn(input).catch((failure: unknown) => failure as Error);
    expect(error).toBeInstanceOf(ModelFailure);
    const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).stack);
    expect(shown).not.toContain('k-secret');
    expect(shown).not.toContain('o1');
    expect((error as Error).cause).toBeUndefined();
  });

  it('calls a model without a key at its own address a matter of authorisation, without a call', async () => {
    const model = createAgentModel({ id: 'anthropic/claude-sonnet-4-5' });
    await expect(model.turn(input)).rejects.toMatchObject({ failure: { kind: 'auth' } });
  });

  it('calls an unknown provider a bad request', async () => {
    await expect(createAgentModel({ id: 'nobody/x' }).turn(input)).rejects.toMatchObject({
      failure: { kind: 'bad-request' },
    });
  });

  it.each(['headers', 'body'] as const)(
    'ends with the signal while the %s are awaited, and hangs up',
    async (hang) => {
      await using server = await startModelServer([{ hang }]);
      const controller = new AbortController();
      const turn = modelAt(server.baseUrl).turn({ ...input, signal: controller.signal });
      await expect.poll(() => server.calls.length).toBe(1);
      controller.abort();
      await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
      await expect.poll(() => server.closedEarly()).toBe(1);
    },
  );
});

it('rejects with what its signal was aborted with, not as a model that failed', async () => {
  await using server = await startModelServer([{ hang: 'headers' }]);
  const controller = new AbortController();
  const turn = modelAt(server.baseUrl).turn({ ...input, signal: controller.signal });
  await expect.poll(() => server.calls.length).toBe(1);
  const reason = new Error('WORKER_SHUTDOWN');
  controller.abort(reason);
  await expect(turn).rejects.toBe(reason);
});

describe('a filter that only a reader can judge', () => {
  const filter = 'Only paid orders where the customer sounds angry';

  it('costs nothing when its condition decides', async () => {
    await using server = await startModelServer([]);
    const condition = { dialect: 1, text: 'body.order.status == "paid"', english: filter };
    const verdict = await modelAt(server.baseUrl).evaluateFilter(filterInputOf(filter, order, { condition }));
    expect(verdict).toMatchObject({ verdict: 'run', cost: { state: 'none' } });
    expect(server.calls).toHaveLength(0);
  });

  it('is read by the model with the delivery, in one call', async () => {
    await using server = await startModelServer([
      { text: '{"matches":true,"confidence":"sure","reason":"The note shouts."}' },
    ]);
    const body = { order: { status: 'paid', note: 'GRRR' } };
    const verdict = await modelAt(server.baseUrl).evaluateFilter(filterInputOf(filter, body));
    expect(verdict).toMatchObject({
      verdict: 'run',
      evidence: 'The note shouts.',
      plain: null,
      modelCalls: 1,
      usage: { inputTokens: 100, outputTokens: 20 },
    });
    expect(server.calls[0]?.text).toContain(`Condition: ${filter}`);
    expect(server.calls[0]?.text).toContain('GRRR');
    expect(server.calls[0]?.body['response_format']).toMatchObject({ type: 'json_schema' });
    expect(server.calls).toHaveLength(1);
  });

  it('needs a model still, with the reason, when the model is not sure', async () => {
    await using server = await startModelServer([
      { text: '{"matches":false,"confidence":"unsure","reason":"It does not say."}' },
    ]);
    const verdict = await modelAt(server.baseUrl).evaluateFilter(
      filterInputOf('anything that sounds urgent', order),
    );
    expect(verdict).toMatchObject({
      verdict: 'needs_model',
      reason: 'The model is not sure whether the filter matches: It does not say.',
      modelCalls: 1,
    });
  });

  it('is left open when the model gives no object', async () => {
    const said = { text: 'I think it matches.', usage: { prompt_tokens: 90, completion_tokens: 6 } };
    await using server = await startModelServer([said]);
    const verdict = await modelAt(server.baseUrl).evaluateFilter(filterInputOf(filter, order));
    expect(verdict).toMatchObject({
      verdict: 'needs_model',
      evidence: 'the answer of the model cannot be read',
      usage: { inputTokens: 90, outputTokens: 6, isReported: true },
    });
  });
});

it('gives every kind of call a result that the next turn accepts', async () => {
  const calls = [
    { name: 'read_delivery', arguments: '{"pointer":"/order"}', id: 'a' },
    { name: 'read_response', arguments: '{"requestCallId":"x","offset":0}', id: 'b' },
  ];
  await using server = await startModelServer([{ toolCalls: calls }, { text: 'ok' }]);
  const model = modelAt(server.baseUrl);
  const first = await model.turn(input);
  const page = { text: 'page', offset: 0, totalChars: 4, nextOffset: null };
  const results = first.calls.map((call: CapabilityCall) =>
    model.resultMessage(call, { kind: 'page', page }, testNonce),
  );
  await model.turn({ ...input, messages: [...first.messages, ...results] });
  expect(server.calls[1]?.body.messages.slice(-2)).toMatchObject([{ role: 'tool' }, { role: 'tool' }]);
});

import { describe, expect, it } from 'vitest';

import type { StoredPlan } from '#contracts/plan.ts';
import type { Remark, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { CapabilityResult } from '#capabilities/calls.ts';
import { concludeTurn } from '#models/conclude-turn.ts';
import type { GivenAnswer } from '#models/read-answer.ts';
import { turnInputOf } from '#test/support/turn-input.ts';

const input = turnInputOf('Record the order.', { order: 'A-1' });

interface Called {
  readonly name: string;
  readonly args?: object;
  readonly invalid?: boolean;
}

/** An answer with these calls, as the SDK gives it. */
const given = ({
  text = '',
  calls = [],
  finishReason,
}: {
  text?: string;
  calls?: readonly Called[];
  finishReason?: string;
}): GivenAnswer => {
  const toolCalls = calls.map(({ name, args = {}, invalid }, index) => ({
    toolCallId: `c-${index}`,
    toolName: name,
    input: args,
    ...(invalid && { invalid }),
  }));
  const parts = toolCalls.map((call) => ({ type: 'tool-call', ...call }));
  const content = [...(text === '' ? [] : [{ type: 'text', text }]), ...parts];
  return {
    text,
    toolCalls,
    finishReason: finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    responseMessages: content.length === 0 ? [] : [{ role: 'assistant', content }],
  };
};
const finish = (answer: string, failure: string | null = null): Called => ({
  name: 'finish',
  args: { answer, failure },
});
const send = (method: string, url = 'https://api.example.com/orders') => ({
  name: 'http_request' as const,
  args: { method, url },
});

const turn = (details: Partial<TurnOutput>): TurnOutput => ({
  ...concludeTurn(given({ text: 'An earlier turn.' }), input),
  needsModel: null,
  usage: {
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    isReported: true,
  },
  cost: { state: 'none', amountMicros: null, currency: 'USD', priceTable: null },
  model: 'm',
  finishReason: 'stop',
  isDone: false,
  ...details,
});
const told = (remark: Remark) => turn({ remark });
const after = (turns: readonly TurnOutput[], results: readonly CapabilityResult[] = []): TurnInput => ({
  ...input,
  turns,
  results,
});

const response = (status: number): CapabilityResult => ({
  kind: 'response',
  status,
  headers: {},
  body: '',
  truncated: false,
});
/** The run has sent these requests, with these results. */
const sent = (
  pairs: readonly (readonly [
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    result: CapabilityResult,
  ])[],
  ...earlier: readonly TurnOutput[]
) =>
  after(
    [
      ...earlier,
      turn({
        calls: pairs.map(([method, path], index) => ({
          name: 'http_request',
          callId: `s-${index}`,
          method,
          url: `https://api.example.com/${path}`,
        })),
      }),
    ],
    pairs.map(([, , result]) => result),
  );

describe('an answer that is none', () => {
  it.each<[string, Parameters<typeof given>[0], Remark, string]>([
    ['a refusal in words', { text: "I'm sorry, but I can't help with that." }, 'declined', 'declined'],
    ['a refusal with finish', { calls: [finish("I can't assist with that.")] }, 'declined', 'declined'],
    ['a stop by the provider', { text: 'The', finishReason: 'content-filter' }, 'declined', 'declined'],
    ['a stop before any word', { finishReason: 'content-filter' }, 'declined', 'declined'],
    ['an empty answer', {}, 'empty', 'gave no answer'],
    ['blanks', { text: ' \n' }, 'empty', 'gave no answer'],
    ['a finish without a word', { calls: [finish('')] }, 'empty', 'gave no answer'],
    ['an announcement', { text: 'I will now send the order to the API.' }, 'announced', 'did not do it'],
    ['a question', { text: 'Which API should I send this to?' }, 'asked', 'asked a question'],
  ])('is told once, and fails the run when it comes again: %s', (_, answer, remark, sentence) => {
    const first = concludeTurn(given(answer), input);
    expect(first).toMatchObject({ isDone: false, calls: [], answer: null, failure: null, remark });
    expect(first.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('finish'),
    });
    expect(first.summary).toMatch(/, and was told so$/);
    const again = given({ ...answer, calls: answer.calls?.filter(({ name }) => name !== 'finish') ?? [] });
    const repeated = answer.calls === undefined ? again : given(answer);
    const second = concludeTurn(repeated, after([told(remark)]));
    expect(second).toMatchObject({ isDone: true, remark, failure: expect.stringContaining(sentence) });
  });

  it('may use the one remark of a run for another reason', () => {
    const second = concludeTurn(given({}), after([told('announced')]));
    expect(second).toMatchObject({ isDone: true, failure: 'The model gave no answer.', answer: null });
  });

  it('keeps the words of a refusal as the answer', () => {
    const text = "I'm sorry, but I can't help with that.";
    const ended = concludeTurn(given({ text }), after([told('declined')]));
    expect(ended).toMatchObject({ answer: text, summary: 'Declined' });
  });

  it('carries out nothing of an answer that its provider stopped', () => {
    const ended = concludeTurn(given({ calls: [send('POST')], finishReason: 'content-filter' }), input);
    expect(ended).toMatchObject({ calls: [], isDone: false, messages: [{ role: 'user' }] });
  });

  it.each<[string, Called[], string]>([
    ['an announcement', [finish('I will now send the order.')], 'did not do it'],
    ['a question', [finish('Which API should I send this to?')], 'asked a question'],
  ])('fails the run also when the model insists by finish: %s', (_, calls, sentence) => {
    const ended = concludeTurn(given({ calls }), after([told('asked')]));
    expect(ended).toMatchObject({ isDone: true, failure: expect.stringContaining(sentence) });
  });

  it('is left to the owner in a chat, where there is one', () => {
    const chat = { ...input, delivery: null };
    for (const text of ['Which order do you mean?', "I can't do that.", 'I will now send it.'])
      expect(concludeTurn(given({ text }), chat)).toMatchObject({
        isDone: true,
        answer: text,
        failure: null,
      });
    expect(concludeTurn(given({}), chat)).toMatchObject({ isDone: false, remark: 'empty' });
  });
});

describe('a request that each run of the plan sends', () => {
  const request = { method: 'POST', url: 'https://api.example.com/orders', body: '{{text}}' } as const;
  const plan: StoredPlan = {
    dialect: 1,
    by: 'rules',
    isConfirmed: false,
    plan: { steps: [{ request }], answer: null },
  };
  const missing = 'POST api.example.com/orders was not answered with 2xx.';
  const reason = `expects: ${missing}`;

  it.each([
    'Sent.',
    'Order A-1 has been posted to the API.',
    'I sent the POST to the API, it answered 200.',
    'I will now send the order to the API.',
  ])('fails a run that made none, whatever its model says: %s', (answer) => {
    const first = concludeTurn(given({ calls: [finish(answer)] }), { ...input, plan });
    expect(first).toMatchObject({ isDone: false, answer: null, remark: 'claimed' });
    expect(JSON.stringify(first.messages.at(-1))).toContain(`${missing} This request is expected.`);
    const again = { ...after([first as TurnOutput]), plan };
    const second = concludeTurn(given({ calls: [finish(answer)] }), again);
    expect(second).toMatchObject({ isDone: true, answer, failure: reason });
  });

  it('fails a run that only read, or asked for what is no address', () => {
    const history = { ...sent([['GET', 'orders', response(200)]], told('claimed')), plan };
    expect(concludeTurn(given({ calls: [finish('It is there.')] }), history).failure).toBe(reason);
    const call = { name: 'http_request', callId: 's', method: 'GET', url: 'orders' } as const;
    const invalid = after([told('claimed'), turn({ calls: [call] })], [{ kind: 'refused', message: 'No.' }]);
    expect(concludeTurn(given({ calls: [finish('Sent.')] }), { ...invalid, plan }).failure).toBe(reason);
  });

  it('is left to the end of the run where it wrote something else, lest it writes that again', () => {
    const history = { ...sent([['POST', 'other', response(201)]]), plan };
    expect(concludeTurn(given({ calls: [finish('Sent.')] }), history)).toMatchObject({ isDone: true });
  });

  it('was made', () => {
    const history = { ...sent([['POST', 'orders', response(201)]]), plan };
    expect(concludeTurn(given({ calls: [finish('Sent.')] }), history)).toMatchObject({
      isDone: true,
      failure: null,
    });
  });

  it('is not missed in a chat', () => {
    const chat = { ...input, plan, delivery: null };
    expect(concludeTurn(given({ calls: [finish('Sent.')] }), chat)).toMatchObject({ failure: null });
  });

  it('makes way for those of the owner', () => {
    const expects = [{ method: 'PATCH', host: 'api.example.com' } as const];
    const first = concludeTurn(given({ calls: [finish('Done.')] }), { ...input, plan, expects });
    expect(JSON.stringify(first.messages.at(-1))).toContain('PATCH api.example.com was not');
  });
});

describe('an answer that was cut off', () => {
  it.each<[string, Parameters<typeof given>[0]]>([
    ['in its words', { text: 'The order was rece' }],
    ['before any word', {}],
    ['in a call', { calls: [send('POST'), { ...send('POST'), invalid: true }] }],
    ['after a call', { calls: [send('POST')] }],
  ])('is asked for once more, without a trace of it: %s', (_, answer) => {
    const first = concludeTurn(given({ ...answer, finishReason: 'length' }), input);
    expect(first).toMatchObject({ isDone: false, calls: [], remark: 'cut', messages: [{ role: 'user' }] });
    const second = concludeTurn(given({ ...answer, finishReason: 'length' }), after([first as TurnOutput]));
    expect(second).toMatchObject({
      isDone: true,
      summary: 'Cut off at the output limit',
      failure: expect.stringContaining('cut off at its output limit'),
    });
  });

  it('counts when its finish is whole', () => {
    const ended = concludeTurn(given({ calls: [finish('Done.')], finishReason: 'length' }), input);
    expect(ended).toMatchObject({ isDone: true, answer: 'Done.', failure: null });
  });
});

describe('malformed calls', () => {
  const malformed = given({ calls: [{ name: 'launch', invalid: true }] });

  it('end the run when they come three times in a row', () => {
    const turns = [told('malformed'), told('malformed')];
    expect(concludeTurn(malformed, after(turns.slice(1)))).toMatchObject({
      isDone: false,
      remark: 'malformed',
    });
    expect(concludeTurn(malformed, after(turns))).toMatchObject({
      isDone: true,
      failure: 'The model asked three times in a row for something that cannot be read.',
    });
    const between = [told('malformed'), turn({}), told('malformed')];
    expect(concludeTurn(malformed, after(between))).toMatchObject({ isDone: false });
  });

  it('are told of where the provider leaves them out', () => {
    const output = concludeTurn(given({ finishReason: 'error' }), input);
    expect(output).toMatchObject({ remark: 'malformed', messages: [{ role: 'user' }] });
  });
});

describe('a last writing request that failed', () => {
  const failing: readonly [string, CapabilityResult, string][] = [
    ['by its status', response(500), 'answered 500'],
    [
      'by Network Access',
      { kind: 'refused', message: 'Outbound request to x is not allowed' },
      'was refused',
    ],
    ['without an answer', { kind: 'failed', message: 'It timed out.' }, 'failed'],
  ];

  it.each(failing)('fails the run unless it is reported: %s', (_, result, how) => {
    const history = sent([['POST', 'orders', result]]);
    const first = concludeTurn(given({ calls: [finish('Sent successfully.')] }), history);
    expect(first).toMatchObject({ isDone: false, remark: 'failed-request' });
    expect(JSON.stringify(first.messages.at(-1))).toContain(`Your last request that writes ${how}.`);
    expect(JSON.stringify(first.messages)).not.toContain('api.example.com');
    const told = { ...history, turns: [...history.turns, turn({ remark: 'failed-request' })] };
    const reason = `The last request, POST api.example.com/orders, ${how}.`;
    for (const answer of [given({ calls: [finish('Sent successfully.')] }), given({ text: 'It failed.' })])
      expect(concludeTurn(answer, told)).toMatchObject({ isDone: true, failure: reason });
    expect(concludeTurn(given({ calls: [finish('Not sent.', 'The API is down.')] }), told)).toMatchObject({
      failure: 'The API is down.',
    });
    expect(concludeTurn(given({ calls: [finish('It was there already.')] }), told).failure).toBe(reason);
  });

  it.each<[method: 'POST' | 'DELETE', status: number]>([
    ['POST', 409],
    ['DELETE', 404],
    ['DELETE', 410],
  ])('may have been done before: %s answered %i', (method, status) => {
    const history = sent([[method, 'orders', response(status)]]);
    const told = { ...history, turns: [...history.turns, turn({ remark: 'failed-request' })] };
    expect(concludeTurn(given({ calls: [finish('It was done already.')] }), history).isDone).toBe(false);
    expect(concludeTurn(given({ calls: [finish('It was done already.')] }), told)).toMatchObject({
      failure: null,
      warnings: [`${method} api.example.com/orders answered ${status}.`],
    });
  });

  it('is reported at once without a remark', () => {
    const history = sent([['POST', 'orders', response(500)]]);
    const ended = concludeTurn(
      given({ calls: [finish('Nothing was recorded.', 'It answered 500.')] }),
      history,
    );
    expect(ended).toMatchObject({ isDone: true, failure: 'It answered 500.', summary: 'Reported a failure' });
  });

  it('is forgotten when the same request succeeded later', () => {
    const history = sent([
      ['POST', 'orders', response(503)],
      ['POST', 'orders', response(201)],
    ]);
    const ended = concludeTurn(given({ calls: [finish('Recorded.')] }), history);
    expect(ended).toMatchObject({ isDone: true, failure: null });
    expect(ended.warnings).toBeUndefined();
  });

  it('is a doubt where another one came after it, or where it only reads', () => {
    const history = sent([
      ['GET', 'stock', response(404)],
      ['PATCH', 'orders/1', response(500)],
      ['POST', 'orders', response(201)],
    ]);
    expect(concludeTurn(given({ calls: [finish('Recorded.')] }), history)).toMatchObject({
      failure: null,
      warnings: ['GET api.example.com/stock answered 404.', 'PATCH api.example.com/orders/1 answered 500.'],
    });
    const named = concludeTurn(given({ calls: [finish('Recorded; the stock was not found.')] }), history);
    expect(named.warnings).toBeUndefined();
  });
});

describe('finish', () => {
  it.each(['none', 'None', 'None.', 'null', 'n/a', 'N/A', '', ' ', 'No failures', '-', '"none"'])(
    'takes %j as no failure',
    (failure) => {
      const ended = concludeTurn(given({ calls: [finish('Done.', failure)] }), input);
      expect(ended).toMatchObject({ isDone: true, failure: null });
    },
  );

  it('takes a failure that begins like none as one', () => {
    const ended = concludeTurn(given({ calls: [finish('Done.', 'None of the orders was sent')] }), input);
    expect(ended.failure).toBe('None of the orders was sent');
  });

  it('counts by the worst of several', () => {
    const calls = [finish('All is well.'), finish('The second was not sent.', 'It answered 500.')];
    expect(concludeTurn(given({ calls }), input)).toMatchObject({
      answer: 'The second was not sent.',
      failure: 'It answered 500.',
    });
  });
});

it('sends nothing of an answer that asks for more requests than are left, and says how many are', () => {
  const six = Array.from({ length: 6 }, () => send('POST'));
  const output = concludeTurn(given({ calls: six }), input);
  expect(output).toMatchObject({ isDone: false, calls: [], remark: 'too-many-requests' });
  expect(JSON.stringify(output.messages.at(-1))).toContain('this run may send 5 more');
  expect(JSON.stringify(output.messages).match(/c-\d/g)).toHaveLength(2);
  const none = { ...input, limits: { ...input.limits, maxRequests: 0 } };
  expect(JSON.stringify(concludeTurn(given({ calls: [send('GET')] }), none).messages)).toContain(
    'has used up its requests',
  );
});

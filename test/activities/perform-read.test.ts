import { expect, test } from 'vitest';

import { performReadActivities } from '#activities/perform-read.ts';
import type { CapabilityCall, CapabilityPorts, CapabilityResult } from '#capabilities/calls.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';
import { capabilities } from '#capabilities/index.ts';
import type { NewStep } from '#capabilities/step.ts';
import type { DeliveryRun, MessageRun, RunRef } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { CallRecord } from '#store/run/run-records.ts';

const runOf = (messageId: string): MessageRun => ({
  kind: 'message',
  workspaceId: 'ws_1',
  conversationId: 'cnv_1',
  messageId,
});

const delivered: DeliveryRun = {
  kind: 'delivery',
  workspaceId: 'ws_1',
  automationId: 'aut_1',
  deliveryId: 'dlv_1',
};
const delivery: TurnDelivery = {
  contentType: 'text/plain',
  headers: {},
  body: Buffer.from('uvwxyz'),
  receivedAt: '2026-11-21T00:00:00.000Z',
  eventId: 'e1',
  reference: null,
  referenceUrl: null,
  sender: 'generic',
  eventName: null,
};

const earlier = ['c', 'b', 'a'].map((delivery) => ({
  receivedAt: '2026-11-20T00:00:00.000Z',
  outcome: 'succeeded' as const,
  delivery,
  requests: 'POST a.example/orders answered 201',
  answer: 'Done.',
}));

/** The saved result of a call whose turn planned it. The answer to request `c1` of the run `msg_1` is `abcdef`. */
async function savedBy(run: RunRef, call: CapabilityCall, asked = call.callId) {
  const calls: CallRecord[] = [];
  const steps: NewStep[] = [];
  const ports: Partial<CapabilityPorts> = {
    egress: {
      send: () => Promise.reject(new Error('not asked')),
      check: () => Promise.reject(new Error('not asked')),
    },
    delivery: ({ kind }) => Promise.resolve(kind === 'message' ? null : delivery),
    searchBody: ({ kind }, body, search) =>
      Promise.resolve({ kind: 'refused', message: JSON.stringify([kind, body, search]) }),
    searchTools: (words) => Promise.resolve([{ tool: words, summary: '', params: {} }]),
    runTool: ({ kind }, tool, params) =>
      Promise.resolve({ isRefused: false, text: JSON.stringify([kind, tool, params]) }),
    earlierRuns: ({ kind }) => Promise.resolve(kind === 'message' ? null : earlier),
    responseBody: (from, callId) =>
      Promise.resolve(runIdOf(from) === 'msg_1' && callId === 'c1' ? 'abcdef' : null),
    earlierMessages: ({ kind }) => Promise.resolve(kind === 'message' ? ['msg_1', 'msg_2'].map(runOf) : []),
  };
  const { readPage } = performReadActivities({
    // Ports that these capabilities do not need are left out.
    ports: ports as CapabilityPorts,
    runs: {
      turns: () => Promise.resolve([{ calls: [call] } as unknown as TurnOutput]),
      saveCall: (_run, _callId, record) => Promise.resolve(void calls.push(record)),
      saveStep: (_run, _position, step) => Promise.resolve(void steps.push(step)),
    },
  });
  await readPage(run, asked);
  return { calls, steps };
}

const performed = async (call: CapabilityCall, asked?: string) =>
  (await savedBy(runOf('msg_now'), call, asked)).calls;

const readOn = (requestCallId: string): Extract<CapabilityCall, { name: 'read_response' }> => ({
  callId: 'c9',
  name: 'read_response',
  requestCallId,
  offset: 2,
  limit: 3,
});

type ReadingName = Extract<(typeof capabilities)[number], { kind: 'read' }>['name'];

/** For each capability that reads, a call that finds something, and what it comes to. */
const readings: {
  readonly [Name in ReadingName]: {
    readonly run: RunRef;
    readonly call: Extract<CapabilityCall, { name: Name }>;
    readonly result: Partial<CapabilityResult>;
  };
} = {
  read_delivery: {
    run: delivered,
    call: { callId: 'c9', name: 'read_delivery', offset: 1, limit: 2 },
    result: { kind: 'page', page: { text: 'vw', offset: 1, totalChars: 6, nextOffset: 3 } },
  },
  read_earlier_runs: {
    run: delivered,
    call: { callId: 'c9', name: 'read_earlier_runs', offset: 1 },
    result: { kind: 'earlier-runs', runs: earlier.slice(1), more: 0 },
  },
  text_tools: {
    run: delivered,
    call: { callId: 'c9', name: 'text_tools', tool: 'upper-case', params: { locale: 'tr' }, textFrom: '' },
    result: {
      kind: 'tool-output',
      isRefused: false,
      text: '["delivery","upper-case",{"locale":"tr","text":"uvwxyz"}]',
      totalChars: 57,
    },
  },
  read_response: {
    run: runOf('msg_now'),
    call: readOn('c1'),
    result: { kind: 'page', page: { text: 'cde', offset: 2, totalChars: 6, nextOffset: 5 } },
  },
};

test.each(Object.entries(readings))(
  '%s saves what it found, and a step where the capability has one',
  async (name, { run, call, result }) => {
    const hasStep = capabilities.some((one) => one.name === name && one.kind === 'read' && one.step !== null);
    const { calls, steps } = await savedBy(run, call);
    expect(calls).toEqual([{ state: 'done', result }]);
    expect(steps).toHaveLength(hasStep ? 1 : 0);
  },
);

test('a response of an earlier message can be read on in', async () => {
  expect(await performed(readOn('c1'))).toMatchObject([
    { state: 'done', result: { kind: 'page', page: { text: 'cde' } } },
  ]);
});

test('a response that no run has is refused, by the id that was asked for', async () => {
  const message = 'There is no response of a call c7.';
  expect(await performed(readOn('c7'))).toEqual([{ state: 'done', result: { kind: 'refused', message } }]);
});

test('a chat has no delivery to read on in', async () => {
  const message = 'A chat has no delivery.';
  expect(await performed({ callId: 'c9', name: 'read_delivery' })).toEqual([
    { state: 'done', result: { kind: 'refused', message } },
  ]);
});

test('a run that may not read earlier ones is refused, whatever it was offered', async () => {
  const message = 'This run may not read earlier ones.';
  expect(await performed({ callId: 'c9', name: 'read_earlier_runs', offset: 0 })).toEqual([
    { state: 'done', result: { kind: 'refused', message } },
  ]);
});

test('nothing is performed for a request, or for a call that no turn asked for', async () => {
  const request = { callId: 'c9', name: 'http_request', method: 'GET', url: 'https://a.example/' } as const;
  expect([await performed(request), await performed(readOn('c1'), 'c8')]).toEqual([[], []]);
});

test.each([
  [
    { query: '$..a', aggregate: 'sum', limit: 50_000 },
    { kind: 'query', path: '$..a', aggregate: 'sum', offset: 0, limit: 16_384 },
  ],
  [
    { query: '$..a', offset: 7 },
    { kind: 'query', path: '$..a', aggregate: null, offset: 7, limit: 16_384 },
  ],
  [
    { find: 'Ada', pointer: '', limit: 3 },
    { kind: 'find', needle: 'Ada', offset: 0, limit: 3 },
  ],
] as const)('the delivery is searched for %j', async (asked, search) => {
  const call = { callId: 'c9', name: 'read_delivery', ...asked } as const;
  const body = { text: 'uvwxyz', contentType: 'text/plain' };
  const { calls } = await savedBy(delivered, call);
  expect(calls).toEqual([
    { state: 'done', result: { kind: 'refused', message: JSON.stringify(['delivery', body, search]) } },
  ]);
});

test.each([
  [{ query: '$..a', find: 'a' }, 'Give only one of pointer, query and find.'],
  [{ pointer: '/a', find: 'a' }, 'Give only one of pointer, query and find.'],
  [{ aggregate: 'sum' }, 'Give the query whose matches to compute, such as $.items[*].price.'],
] as const)('a search for %j is refused', async (asked, message) => {
  const { calls } = await savedBy(delivered, { callId: 'c9', name: 'read_delivery', ...asked });
  expect(calls).toEqual([{ state: 'done', result: { kind: 'refused', message } }]);
});

test('a tool is looked for by plain words', async () => {
  const { calls } = await savedBy(delivered, { callId: 'c9', name: 'text_tools', search: 'sum' });
  expect(calls).toEqual([
    { state: 'done', result: { kind: 'tools', tools: [{ tool: 'sum', summary: '', params: {} }] } },
  ]);
});

test.each([
  [delivered, {}, 'Give search, or tool and params.'],
  [
    delivered,
    { tool: 'a', textFrom: '/b' },
    'The delivery is neither JSON nor a form: read it without a pointer, or find in it.',
  ],
  [runOf('msg_1'), { tool: 'a', textFrom: '' }, 'A chat has no delivery: give the text in params.'],
] as const)('%j uses no tool for %j', async (run, asked, message) => {
  const { calls } = await savedBy(run, { callId: 'c9', name: 'text_tools', ...asked });
  expect(calls).toEqual([{ state: 'done', result: { kind: 'refused', message } }]);
});

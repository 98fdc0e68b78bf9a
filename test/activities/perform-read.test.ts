import { expect, test } from 'vitest';

import { performReadActivities } from '../../activities/perform-read.ts';
import type { CapabilityCall, CapabilityPorts } from '../../capabilities/calls.ts';
import type { TurnOutput } from '../../capabilities/agent-turn.ts';
import type { MessageRun } from '../../contracts/run.ts';
import { runIdOf } from '../../domain/run-ref.ts';
import type { CallRecord } from '../../store/run-records.ts';

const runOf = (messageId: string): MessageRun => ({
  kind: 'message',
  workspaceId: 'ws_1',
  conversationId: 'cnv_1',
  messageId,
});

/** What reading for a call of the run `msg_now` saves; the answer to request `c1` of the run `msg_1` is `abcdef`. */
async function performed(call: CapabilityCall, asked = call.callId): Promise<readonly CallRecord[]> {
  const saved: CallRecord[] = [];
  const ports: Partial<CapabilityPorts> = {
    egress: { send: () => Promise.reject(new Error('not asked')) },
    delivery: () => Promise.resolve(null),
    responseBody: (run, callId) =>
      Promise.resolve(runIdOf(run) === 'msg_1' && callId === 'c1' ? 'abcdef' : null),
    earlierMessages: () => Promise.resolve(['msg_1', 'msg_2'].map(runOf)),
  };
  const { readPage } = performReadActivities({
    // What these capabilities do not ask for is left out.
    ports: ports as CapabilityPorts,
    runs: {
      turns: () => Promise.resolve([{ calls: [call] } as unknown as TurnOutput]),
      saveCall: (_run, _callId, record) => Promise.resolve(void saved.push(record)),
      saveStep: () => Promise.reject(new Error('reading leaves no step')),
    },
  });
  await readPage(runOf('msg_now'), asked);
  return saved;
}

const readOn = (requestCallId: string): CapabilityCall => ({
  callId: 'c9',
  name: 'read_response',
  requestCallId,
  offset: 2,
  limit: 3,
});

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

test('nothing is performed for a request, or for a call that no turn asked for', async () => {
  const request = { callId: 'c9', name: 'http_request', method: 'GET', url: 'https://a.example/' } as const;
  expect([await performed(request), await performed(readOn('c1'), 'c8')]).toEqual([[], []]);
});

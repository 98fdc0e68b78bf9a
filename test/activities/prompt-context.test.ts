import { expect, test } from 'vitest';

import { createPromptContextBuilder } from '#activities/prompt-context.ts';
import type { CapabilityCall, CapabilityResult } from '#capabilities/calls.ts';
import type { AgentModel, TurnOutput } from '#capabilities/agent-turn.ts';
import type { MessageRun, RunRef } from '#contracts/run.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Exchange } from '#store/message/messages.ts';
import type { MessageContext } from '#store/run/context.ts';
import type { CallRecord } from '#store/run/run-records.ts';
import type { Runs } from '#store/run/runs.ts';

const runOf = (messageId: string): MessageRun => ({
  kind: 'message',
  workspaceId: 'ws_1',
  conversationId: 'cnv_1',
  messageId,
});
const context: MessageContext = {
  kind: 'message',
  outcome: 'running',
  agentId: 'agt_1',
  agentName: 'Agent',
  receivedAt: new Date(0),
  nonce: 'n'.repeat(32),
  access: null,
  startedAt: new Date(0),
  timeZone: null,
  isBudgeted: false,
  text: 'And now?',
};
const clock = { now: new Date('2026-11-22T08:30:00Z'), timeZone: 'Europe/Berlin' };
const now = '(Sunday 2026-11-22 09:30, Europe/Berlin (GMT+01:00))\n\nAnd now?';
const model = {
  id: 'fixture/one',
  isOffline: false,
  resultMessage: ({ callId }: CapabilityCall, result: CapabilityResult) => ({ role: 'tool', callId, result }),
} as unknown as AgentModel;

const request: CapabilityCall = {
  callId: 'c1',
  name: 'http_request',
  method: 'GET',
  url: 'https://a.example/',
};
const turn = (text: string, calls: readonly CapabilityCall[] = [], id = model.id) =>
  ({ messages: [{ role: 'assistant', content: text }], calls, model: id }) as unknown as TurnOutput;

/** A conversation with these exchanges, oldest first. */
function contextAfter(
  before: readonly (Partial<Exchange> & {
    turns?: readonly TurnOutput[];
    calls?: Readonly<Record<string, CallRecord>>;
  })[],
) {
  const exchanges = before.map((exchange, index) => ({
    run: runOf(`msg_${index}`),
    text: `Text ${index}`,
    outcome: 'succeeded' as const,
    answer: `Answer ${index}`,
    reason: null,
    clock: null,
    ...exchange,
  }));
  const exchangeOf = (asked: RunRef) => exchanges.find(({ run }) => run.messageId === runIdOf(asked));
  const messages = { earlier: async () => exchanges };
  const runs = {
    turns: async (run: RunRef) => exchangeOf(run)?.turns ?? [turn(exchangeOf(run)?.answer ?? '')],
    calls: async (run: RunRef) => new Map(Object.entries(exchangeOf(run)?.calls ?? {})),
  } as unknown as Runs;
  const build = createPromptContextBuilder({ automations: {} as Automations, messages, runs });
  return (by = model) => build(runOf('msg_now'), { context, clock, model: by });
}

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

test('the first message of a conversation stands alone, with the time', async () => {
  expect(await contextAfter([])()).toEqual({
    instructions: now,
    plan: null,
    delivery: null,
    earlier: [],
  });
});

test('rules read the message alone', async () => {
  const offline = { ...model, isOffline: true };
  expect(await contextAfter([{}])(offline)).toEqual({
    instructions: 'And now?',
    plan: null,
    delivery: null,
    earlier: [],
  });
});

test('a model reads what was said and done before, in order', async () => {
  const result: CapabilityResult = { kind: 'failed', message: 'Away.' };
  const build = contextAfter([
    { turns: [turn('I ask.', [request]), turn('Answer 0')], calls: { c1: { state: 'done', result } } },
    {},
  ]);
  expect(await build()).toEqual({
    instructions: 'Text 0',
    plan: null,
    delivery: null,
    earlier: [
      assistant('I ask.'),
      { role: 'tool', callId: 'c1', result },
      assistant('Answer 0'),
      user('Text 1'),
      assistant('Answer 1'),
      user(now),
    ],
  });
});

test('an exchange that broke off says how, and what may have happened', async () => {
  const build = contextAfter([
    {
      turns: [turn('I ask.', [request])],
      calls: { c1: { state: 'sending' } },
      outcome: 'unknown_effect',
      answer: null,
      reason: 'It may have arrived.',
    },
  ]);
  expect((await build()).earlier).toMatchObject([
    {},
    { result: { kind: 'failed', message: 'It may or may not have arrived.' } },
    assistant('(No answer. It may have arrived.)'),
    user(now),
  ]);
});

test('the steps of another model are told by its answer', async () => {
  const build = contextAfter([{ turns: [turn('I ask.', [request], 'offline/rules-1')] }]);
  expect((await build()).earlier).toEqual([assistant('Answer 0'), user(now)]);
});

test('a turn that is too long is told by its answer, and the oldest are left out', async () => {
  const build = contextAfter([
    { text: 'x'.repeat(59_900) },
    { turns: [turn('y'.repeat(70_000)), turn('Answer 1')] },
    {},
  ]);
  expect(await build()).toEqual({
    instructions: 'Text 1',
    plan: null,
    delivery: null,
    earlier: [assistant('Answer 1'), user('Text 2'), assistant('Answer 2'), user(now)],
  });
});

test('each message says when it was written, in the time zone of then', async () => {
  const earlier = { now: new Date('2026-11-21T23:05:00Z'), timeZone: 'UTC' };
  expect(await contextAfter([{ clock: earlier }])()).toEqual({
    instructions: '(Saturday 2026-11-21 23:05, UTC (GMT+00:00))\n\nText 0',
    plan: null,
    delivery: null,
    earlier: [assistant('Answer 0'), user(now)],
  });
});

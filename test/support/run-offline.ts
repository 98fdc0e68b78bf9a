import type { CapabilityResult } from '#capabilities/calls.ts';
import type { HttpRequestCall } from '#capabilities/http-call.ts';
import type { TurnInput } from '#capabilities/agent-turn.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { readEnglishPlan } from '#rules/english-plan.ts';
import { deliveryOf, testNonce, turnInputOf } from './turn-input.ts';

const model = createAgentModel({ id: 'offline/rules-1' });

/** Answers 500 at /fail, else 201 to a POST and 200 with an id of the target's own. */
function answerOf({ method, url }: HttpRequestCall): CapabilityResult {
  const status = url.includes('/fail') ? 500 : method === 'POST' ? 201 : 200;
  return {
    kind: 'response',
    status,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"srv-1"}',
    truncated: false,
  };
}

/** A whole run of the offline rules as the workflow makes it, against a target that answers by its path. */
export async function runOffline(
  instructions: string,
  body: unknown,
  {
    answer = answerOf,
    delivery = {},
    input = {},
  }: {
    readonly answer?: (call: HttpRequestCall) => CapabilityResult;
    readonly delivery?: Partial<TurnDelivery>;
    readonly input?: Partial<TurnInput>;
  } = {},
) {
  const given = turnInputOf(instructions, null, {
    plan: planOf(instructions),
    delivery: deliveryOf(body, delivery),
    ...input,
  });
  const first = await model.turn(given);
  const requests = first.calls.filter((call) => call.name === 'http_request');
  if (first.isDone)
    return { answer: first.answer ?? '', needsModel: first.needsModel, requests, turns: 1, output: first };
  // Data from the store went through JSON.
  const results = JSON.parse(JSON.stringify(requests.map(answer))) as CapabilityResult[];
  const told = requests.map((call, index) => model.resultMessage(call, results[index]!, testNonce));
  const second = await model.turn({ ...given, messages: [...first.messages, ...told], results });
  return { answer: second.answer ?? '', needsModel: second.needsModel, requests, turns: 2, output: second };
}

/** The plan that is saved with instructions; null where they are not understood. */
export function planOf(instructions: string): StoredPlan | null {
  const read = readEnglishPlan(instructions, { samples: [], sender: 'generic' });
  return read.state === 'understood'
    ? { dialect: 1, by: 'rules', isConfirmed: false, plan: read.plan }
    : null;
}

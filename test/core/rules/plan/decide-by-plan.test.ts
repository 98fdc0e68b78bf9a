import { describe, expect, it } from 'vitest';

import { Plan } from '#contracts/plan.ts';
import { decideByPlan, type RequestResult } from '#rules/plan.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const post = (url: string, when?: string) => ({
  ...(when !== undefined && { when }),
  request: { method: 'POST', url },
});
const plan = Plan.parse({
  steps: [
    post('https://a.example/orders/{{body.id}}?key=1'),
    post('https://b.example/', 'body.total > 100'),
    post('https://c.example/'),
  ],
  answer: 'Order {{body.id}} recorded.',
});
const decide = (body: unknown, results: readonly RequestResult[] = [], maxRequests = 5, by = plan) =>
  decideByPlan(by, { delivery: deliveryOf(body), maxRequests }, results);
const ok = (status: number): RequestResult => ({ kind: 'response', status, body: '{"id":"other"}' });

describe('decideByPlan', () => {
  it('sends what is left of the requests', () => {
    const urls = (results: readonly RequestResult[], max: number) => {
      const decision = decide({ id: 7, total: 5 }, results, max);
      return decision.kind === 'requests'
        ? [decision.number, ...decision.requests.map(({ url }) => url)]
        : decision;
    };
    expect(urls([], 2)).toEqual([1, 'https://a.example/orders/7?key=1', 'https://c.example/']);
    expect(urls([ok(201)], 1)).toEqual([2, 'https://c.example/']);
  });

  it('sends nothing where the run may not send all', () =>
    expect(decide({ id: 7, total: 5 }, [], 1)).toEqual({
      kind: 'refusal',
      needsModel:
        'Offline rules cannot do this: the instructions ask for 2 requests and the run may send 1. Nothing was sent.',
      text: 'Offline rules (no AI model configured).\nOffline rules cannot do this: the instructions ask for 2 requests and the run may send 1. Nothing was sent.',
    }));

  it('sends nothing where something is unknown', () =>
    expect(decide({ id: 7 })).toMatchObject({
      kind: 'refusal',
      needsModel:
        'Offline rules cannot do this: the condition of step 2 is unknown: total is missing. Nothing was sent.',
    }));

  it('answers with a line for each request and each step that was left out', () =>
    expect(decide({ id: 7, total: 5 }, [ok(201), ok(204)])).toEqual({
      kind: 'answer',
      text: [
        'Offline rules (no AI model configured).',
        'POST a.example/orders/7: 201 Created.',
        'POST c.example/: 204 No Content.',
        'Not done: "POST b.example/, when body.total > 100" (total was 5).',
        'Order 7 recorded.',
      ].join('\n'),
      failure: null,
    }));

  it.each<[RequestResult, string]>([
    [ok(500), 'POST a.example/orders/7: 500 Internal Server Error; the request was not successful.'],
    [ok(302), 'POST a.example/orders/7: 302 Found; the redirect was not followed.'],
    [
      { kind: 'refused', message: 'No policy allows it.' },
      'POST a.example/orders/7: not sent. No policy allows it.',
    ],
    [{ kind: 'failed', message: 'It timed out.' }, 'POST a.example/orders/7: failed. It timed out.'],
  ])('leaves the reply out after %j', (result, line) => {
    const decision = decide({ id: 7, total: 5 }, [result, ok(200)]);
    expect(decision).toMatchObject({ kind: 'answer', failure: line });
    expect(decision.kind === 'answer' && decision.text.split('\n').slice(1)).toEqual([
      line,
      'POST c.example/: 200 OK.',
      'Not done: "POST b.example/, when body.total > 100" (total was 5).',
      'The reply was left out, because not every request before it succeeded.',
    ]);
  });

  it('shows the place of a secret as it was written', () => {
    const plan = Plan.parse({ steps: [post('https://a.example/hooks/{{secret.chat}}')] });
    expect(decide({}, [{ kind: 'refused', message: 'No policy allows it.' }], 5, plan)).toMatchObject({
      failure: 'POST a.example/hooks/{{secret.chat}}: not sent. No policy allows it.',
    });
  });

  it('says that there was nothing to do', () => {
    const none = Plan.parse({
      steps: [{ ...post('https://a.example/'), forEach: { in: 'body.items', as: 'i' }, when: 'i.paid' }],
    });
    expect(decide({ items: [] }, [], 5, none)).toMatchObject({
      kind: 'answer',
      text: 'Offline rules (no AI model configured).\nNot done: "POST a.example/, for each of body.items, when i.paid" (the list is empty).',
    });
  });

  it('refuses a plan that it cannot read', () =>
    expect(decide({}, [], 5, Plan.parse({ answer: '{{later()}}' }))).toMatchObject({
      kind: 'refusal',
      needsModel:
        'Offline rules cannot do this: the plan was written for another release, which this one cannot read. Nothing was sent.',
    }));
});

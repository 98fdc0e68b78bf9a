import { expect, test } from 'vitest';

import { doneWriteOf } from '#capabilities/done-write.ts';
import { failureOfRun, failureOfStep, lastFailure } from '#capabilities/failure.ts';
import { Step } from '#capabilities/step.ts';
import { causeIdOf, causeIdPattern } from '#domain/cause-id.ts';
import { newId } from '#domain/ids.ts';

const request = (members: object = {}): Step =>
  Step.parse({
    kind: 'request',
    startedAt: '2026-11-22T08:00:00Z',
    durationMs: 1,
    method: 'POST',
    host: 'api.example.com',
    path: '/orders',
    status: 201,
    attachedHeaders: [],
    outcome: 'answered',
    error: null,
    ...members,
  });
const email = (outcome: string): Step =>
  Step.parse({
    kind: 'email',
    startedAt: '2026-11-22T08:00:00Z',
    durationMs: 1,
    title: 'E-mail',
    target: 'ada@example.com',
    outcome,
    error: null,
    details: [],
  });
const down = request({ status: 503, port: 8443 });
const downFailure = { kind: 'answered', target: 'api.example.com:8443', status: 503 } as const;

test.each([
  ['an answer with an error', down, downFailure],
  ['an answer that is good', request(), null],
  ['a redirect', request({ status: 303 }), null],
  [
    'no answer',
    request({ status: null, outcome: 'failed' }),
    { kind: 'failed', target: 'api.example.com', status: null },
  ],
  ['a try before the last', request({ status: 503, nextTryAt: '2026-11-22T08:00:09Z' }), null],
  ['a wait for an approval', request({ status: null, outcome: 'waiting' }), null],
  [
    'an e-mail that was refused',
    email('refused'),
    { kind: 'refused', target: 'ada@example.com', status: null },
  ],
  ['an e-mail that was sent', email('done'), null],
])('the failure of a step is that of %s', (_, step, failure) => {
  expect(failureOfStep(step)).toEqual(failure);
});

const none = { target: null, status: null };
const unknown = request({ status: null, outcome: 'unknown' });
test.each([
  ['succeeded', null, [down], null],
  ['failed', null, [down, request()], downFailure],
  ['failed', null, [unknown, down], downFailure],
  ['failed', 'expects: POST a/b was not answered with 2xx.', [request()], { kind: 'expects', ...none }],
  ['failed', 'answer: it is no JSON.', [], { kind: 'answer', ...none }],
  ['failed', 'The expects: of others.', [], { kind: 'other', ...none }],
  ['failed', 'The model gave no answer.', [down], { kind: 'model', ...none }],
  ['failed', 'The run was cancelled by an operator.', [down], { kind: 'other', ...none }],
  ['failed', 'The shop was closed.', [down], downFailure],
  ['failed', 'expects: POST api.example.com:8443/orders was not answered with 2xx.', [down], downFailure],
  ['needs_model', 'It did not understand.', [down], { kind: 'needs_model', ...none }],
  ['unknown_effect', 'It was cut off.', [down], { kind: 'unknown', ...none }],
  ['unknown_effect', null, [down, unknown], { kind: 'unknown', target: 'api.example.com', status: null }],
] as const)(
  'a run that ended as %s, %s, failed at its last bad step or of itself: %#',
  (outcome, reason, steps, failure) => {
    const found = failureOfRun({ outcome, reason }, lastFailure(steps));
    expect(found).toEqual(failure);
    // The record of a run keeps what it came to: read again it is the same.
    expect(failureOfRun({ outcome, reason }, found)).toEqual(failure);
  },
);

const repeated = ': a replay would send it again.';
test.each([
  [
    'a write that was answered before the failure',
    [request(), down],
    `POST api.example.com/orders was already answered 201${repeated}`,
  ],
  [
    'a write that may have arrived',
    [unknown, down],
    `POST api.example.com/orders may have arrived${repeated}`,
  ],
  ['an e-mail', [email('done'), down], `E-mail ada@example.com was already done${repeated}`],
  ['a read', [request({ method: 'GET', status: 200 }), down], null],
  ['a write that was refused by its target', [request({ status: 422 }), down], null],
  ['nothing but the failure', [down], null],
])('another run would repeat %s', (_, steps, reason) => {
  expect(doneWriteOf({ outcome: 'failed', requests: steps.length, steps })).toBe(reason);
  expect(doneWriteOf({ outcome: 'succeeded', requests: steps.length, steps })).toBeNull();
});

test('another run may repeat a request that cannot be read', () => {
  expect(doneWriteOf({ outcome: 'failed', requests: 2, steps: [down] })).toMatch(/^Not all of its requests/);
});

test('a cause has one id for one automation and one failure', () => {
  const [one, other] = [newId('automation'), newId('automation')];
  const id = causeIdOf(one, downFailure);
  expect(id).toMatch(causeIdPattern);
  expect(causeIdOf(one, { ...downFailure })).toBe(id);
  const others = [causeIdOf(other, downFailure), causeIdOf(one, { ...downFailure, status: 502 })];
  expect(others).not.toContain(id);
});

import { describe, expect, it } from 'vitest';

import { readEnglishPlan } from '#rules/english-plan.ts';
import { deliveryOf } from '#test/support/turn-input.ts';
import { readSmallCondition } from './plan-conditions.ts';

const read = (text: string, ...bodies: readonly unknown[]) =>
  readEnglishPlan(
    text,
    { samples: bodies.map((body) => deliveryOf(body)), sender: 'generic' },
    readSmallCondition,
  );
const answerTo = (text: string, ...bodies: readonly unknown[]) => {
  const english = read(text, ...bodies);
  return english.state === 'understood' ? english.plan.answer : null;
};
const order = { order: { id: 1, total: 5 } };

describe('a field in words', () => {
  it('is the path where all samples have it', () =>
    expect(answerTo('Report the order id.', order, order)).toBe('order id: {{json(body.order.id)}}'));
  it.each([
    ['one sample lacks it', [order, { total: 1 }]],
    ['samples have it at different places', [order, { data: order }]],
    ['its name is no name in CEL', [{ 'order-id': 1 }]],
    ['the name has a point in it', [{ 'order.id': 1 }]],
  ])('stays words where %s', (_, bodies) =>
    expect(answerTo('Report the order id.', ...bodies)).toBe('order id: {{json(field("order id"))}}'),
  );
  it.each([
    ['an object', 'POST https://a.example/x with the team.', { team: { id: 1 } }],
    ['called otherwise', 'Report the customer name.', { customer: 'Ada' }],
    ['a list', 'POST https://a.example/x with the labels.', { labels: [{ id: 1 }] }],
    [
      'part of the delivery that is called like all of it',
      'POST the payload to https://a.example/x',
      { payload: 1 },
    ],
    ['called like a literal', 'POST https://a.example/x with {"sum": "total_price"}', { total_price: 5 }],
    ['called like a literal header', 'POST https://a.example/x with header X-From: email', { email: 'a' }],
  ])('is refused where a sample shows that it is %s', (_, text, body) =>
    expect(read(text, body).state).toBe('not-understood'),
  );
  it('is taken beside another where samples have both in one place', () =>
    expect(answerTo('Report the order id and total.', order)).toBe(
      'order id: {{json(body.order.id)}}\ntotal: {{json(body.order.total)}}',
    ));
  it('is refused beside another where a sample has it at two places', () =>
    expect(read('Report the order id and total.', { ...order, total: 6 }).state).toBe('not-understood'));
  it.each(['Reply "{{text}}"', 'Reply "{{event}}"', 'Report the event.'])(
    'is refused in %j where the body has a member of that name',
    (text) => expect(read(text, { text: 'Hi', event: { id: 1 } }).state).toBe('not-understood'),
  );
});

describe('the event that is posted', () => {
  const text = 'POST the event to https://api.example.com/orders.';
  it('is all of the delivery where a sample has its name so', () =>
    expect(read(text, { event: 'order.created', id: 1 })).toMatchObject({
      plan: { steps: [{ request: { body: '{{text}}' } }] },
    }));
  it('is not understood where a sample has an object called so', () =>
    expect(read(text, { event: { id: 1 } }).state).toBe('not-understood'));
});

describe('an owner is told', () => {
  it('what each sentence does', () => {
    const english = read(
      'If status is paid, POST https://a.example/x with id. For each line item, GET https://a.example/y with sku. Report total.',
    );
    expect(english.sentences.map(({ does }) => does)).toEqual([
      'Sends POST to https://a.example/x with id, if status is paid.',
      'For each line item: sends GET to https://a.example/y with sku.',
      null,
    ]);
  });
  it.each([
    ['POST the order to our CRM.', 'The nearest form: POST https://… with JSON {"id": "{{order.id}}"}'],
    ['PUT https://a.example/x.', 'The nearest form: PATCH https://… with JSON {…}'],
    [
      'POST https://{{host}}/x.',
      'Write the host of a request into the instructions: it never comes from a delivery.',
    ],
    [
      'POST https://a.example/x for each item.',
      'The nearest form: For each order.items as x, POST https://… with JSON {"sku": "{{x.sku}}"}',
    ],
    ['Report nicely.', 'The nearest form: Report order.id and order.total.'],
    ['Reply politely.', 'The nearest form: Reply "Order {{order.id}} recorded".'],
    ['If the message sounds angry, reply "x".', 'The nearest form: status is paid'],
    ['How are you?', null],
  ])('the form that is nearest to %j', (text, nearest) => expect(read(text)).toMatchObject({ nearest }));
  it('which sentences are understood and which are not', () =>
    expect(read('Report total. Be nice.')).toMatchObject({
      understood: ['Report total'],
      notUnderstood: ['Be nice'],
    }));
});

it('does not try a sentence with hundreds of places to cut it', () => {
  const text = `POST https://a.example/x with a${' and post'.repeat(450)}`;
  expect(read(text).state).toBe('not-understood');
});

import { expect, it } from 'vitest';

import { judgeCondition, plainCondition, readCondition } from '#rules/judge-condition.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const judge = (text: string, body: unknown, details = {}, answers = {}) =>
  judgeCondition({ dialect: 1, text }, deliveryOf(body, details), answers);

it('runs, skips, or is unknown, with the values that decided', () => {
  const text = 'body.status == "paid"';
  expect(judge(text, { status: 'paid' })).toMatchObject({
    verdict: 'run',
    reason: 'The condition matched: status was "paid".',
  });
  expect(judge(text, { status: 'open' })).toMatchObject({ verdict: 'skip', evidence: 'status was "open"' });
  expect(judge(text, { state: 'paid' })).toMatchObject({
    verdict: 'needs_model',
    evidence: 'status is missing',
    asks: [],
  });
});

it('knows the event and the sender of the delivery as its sender writes them', () => {
  const github = { sender: 'github', eventName: 'pull_request' };
  const text = 'sender == "github" && event == "pull_request"';
  expect(judge(text, {}, github).verdict).toBe('run');
  expect(judge(text, {}, { ...github, eventName: 'push' }).verdict).toBe('skip');
  expect(judge('sender == "github"', {}).verdict).toBe('needs_model');
  const headers = { 'x-github-event': 'pull_request' };
  const opened = { headers, sender: 'github', eventName: 'pull_request.opened' };
  expect(judge('event == "pull_request"', {}, opened).verdict).toBe('run');
});

it('names the questions that may still decide, and none where the rest decides', () => {
  const text = 'body.total > 100 && ask("Is the customer angry?")';
  expect(judge(text, { total: 5 })).toMatchObject({ verdict: 'skip', asks: [] });
  expect(judge(text, { total: 500 })).toMatchObject({
    verdict: 'needs_model',
    asks: ['Is the customer angry?'],
  });
  const yes = { 'Is the customer angry?': true };
  expect(judge(text, { total: 500 }, {}, yes).verdict).toBe('run');
});

it('decides nothing by a condition of a later dialect, or by one that does not compile', () => {
  for (const stored of [
    { dialect: 2, text: 'true' },
    { dialect: 1, text: 'body.' },
  ])
    expect(judgeCondition(stored, deliveryOf({}))).toMatchObject({ verdict: 'needs_model', asks: [] });
});

it('is kept with its dialect, or refused with its place', () => {
  expect(readCondition('has(body.id)')).toEqual({ dialect: 1, text: 'has(body.id)' });
  expect(readCondition('body.a ==\n  amount')).toMatchObject({ line: 2, column: 3 });
  expect(plainCondition({ dialect: 1, text: 'body.a==1' })).toBe('Run when body.a == 1.');
});

it('has the comparisons of a match in its evidence, and guards only where there is nothing else', () => {
  const evidenceOf = (text: string) =>
    judgeCondition({ dialect: 1, text }, deliveryOf({ order: { total: 120 } })).evidence;
  expect(evidenceOf('has(body.order) && has(body.order.total) && body.order.total > 100')).toBe(
    'order.total was 120',
  );
  expect(evidenceOf('has(body.order) && has(body.order.total)')).toBe('order is there; order.total is there');
  expect(evidenceOf('has(body.customer) && body.customer.id == 1')).toBe('customer is missing');
});

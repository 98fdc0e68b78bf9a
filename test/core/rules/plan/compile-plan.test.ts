import { describe, expect, it } from 'vitest';

import { Plan } from '#contracts/plan.ts';
import { compilePlan, describeStep, digestOfPlan } from '#rules/plan.ts';

const compile = (plan: unknown) => compilePlan(Plan.parse(plan));
const ofRequest = (request: object, step: object = {}) =>
  compile({ steps: [{ ...step, request: { method: 'POST', url: 'https://api.example.com/', ...request } }] });

describe('compilePlan', () => {
  it.each([
    'https://{{body.host}}/orders',
    'https://api.{{body.host}}/orders',
    'https://api.example.com:{{body.port}}/',
    'https://api.example.com{{body.path}}',
    '{{body.scheme}}://api.example.com/',
    '{{body.url}}',
    'https://user@api.example.com/',
    'https://{{body.user}}@api.example.com/',
    'https://{{secret.host}}/',
    'https://api.example.com/#{{body.id}}',
    'https://api.example.com/?{{body.name}}=1',
    'https://api.example.com/?{{body.name}}',
    'https://api.example.com/a b',
    'https://api.example.com/a\\b',
    'https://api.example.com\\@evil.example/',
    'https://api.example.com/{id}',
    'https://api.example.com/:id',
    'https://api.example.com/$id',
    'https://api.example.com/ORDER_ID',
    'https://api.example.com/<id>',
    'https://api.example.com/?id={id}',
    'https://api.example.com/{{body.id}',
    'https://api.example.com/{{ }}',
    'https://api.example.com/\uffff/{{body.id}}',
    'https://api.example.com/a/../{{body.id}}',
    'https://api.example.com/%2E',
    'ftp://api.example.com/',
    '/orders',
    'https://',
  ])('refuses the URL %s', (url) =>
    expect(ofRequest({ url })).toMatchObject({ state: 'invalid', path: 'steps[0].request.url' }),
  );

  it.each([
    'https://api.example.com',
    'http://localhost:8080/x?y',
    'https://api.example.com/a/{{body.id}}.json?x={{body.x}}&y=1&z#top',
    'https://api.example.com/v1/projects/x/messages:send',
    'https://api.example.com/bot{{secret.bot}}/send',
    'https://api.example.com/{{ body["}}/?#"] }}/x',
    'https://api.example.com/?filter[status]=open',
  ])('takes the URL %s', (url) => expect(ofRequest({ url })).toMatchObject({ state: 'compiled' }));

  it.each([
    [{ body: { a: { b: ['x', '{{body.}}'] } } }, 'body.a.b[1]', 1, 8],
    [{ body: 'one\ntwo {{bdy.id}}' }, 'body', 2, 7],
    [{ body: { a: '{{ask("angry?")}}' } }, 'body.a', 1, 3],
    [{ body: { a: '{{date(body.at, "Q")}}' } }, 'body.a', 1, 17],
    [{ body: { a: '{{date(body.at, "YYYY", "Mars")}}' } }, 'body.a', 1, 25],
    [{ body: { a: '{{date(body.at, body.format)}}' } }, 'body.a', 1, 17],
    [{ body: { a: '{{secret.}}' } }, 'body.a', 1, 3],
    [{ body: { a: '{{secret.a + body.b}}' } }, 'body.a', 1, 3],
    [{ body: { a: '{{body.a + secret.b}}' } }, 'body.a', 1, 12],
    [{ body: { a: `{{body.a == "${'x'.repeat(5_000)}"}}` } }, 'body.a', 1, 3],
    [{ body: { '{{body.name}}': 1 } }, 'body', 1, 1],
    [{ body: '{"id": "{{body.id}}"}' }, 'body', 1, 1],
    [{ body: ' [{{body.id}}]' }, 'body', 1, 1],
    [{ body: 'id {{body.id}}', headers: { 'Content-Type': 'application/json' } }, 'body', 1, 1],
    [
      { body: { a: { b: 1 } }, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      'body',
      1,
      1,
    ],
    [{ body: 'id: {{body.id}}', headers: { 'Content-Type': 'application/yaml' } }, 'body', 1, 1],
    [{ headers: { 'X-A': '{{body.a}}' } }, 'headers["X-A"]', 1, 1],
    [{ headers: { 'X-A': 'a\nX-B: b' } }, 'headers["X-A"]', 1, 1],
    [{ headers: { 'x a': 'b' } }, 'headers["x a"]', 1, 1],
    [{ headers: { Host: 'b' } }, 'headers["Host"]', 1, 1],
    [{ headers: { 'X-{{body.a}}': 'b' } }, 'headers["X-{{body.a}}"]', 1, 1],
    [{ headers: { 'X-A': 'b', 'x-a': 'c' } }, 'headers', 1, 1],
  ])('refuses %j at its place', (request, path, line, column) =>
    expect(ofRequest(request)).toMatchObject({
      state: 'invalid',
      path: `steps[0].request.${path}`,
      line,
      column,
      message: expect.stringMatching(/^[A-Z"].*\.$/) as string,
      expected: expect.stringMatching(/./) as string,
    }),
  );

  it.each([
    [{ when: 'body.paid &' }, 'when'],
    [{ when: 'item.paid' }, 'when'],
    [{ when: 'summry() == ""' }, 'when'],
    [{ forEach: { in: 'item.list', as: 'item' } }, 'forEach.in'],
    [{ forEach: { in: 'body.list', as: 'body' } }, 'forEach.as'],
    [{ forEach: { in: 'body.list', as: 'secret' } }, 'forEach.as'],
    [{ forEach: { in: 'body.list', as: 'in' } }, 'forEach.as'],
    [{ forEach: { in: 'body.list', as: 'true' } }, 'forEach.as'],
  ])('refuses the step %j', (step, path) =>
    expect(ofRequest({}, step)).toMatchObject({ state: 'invalid', path: `steps[0].${path}` }),
  );

  it('refuses a secret in an answer', () =>
    expect(compile({ answer: 'The key is {{secret.key}}' })).toMatchObject({
      state: 'invalid',
      path: 'answer',
    }));
});

describe('describeStep', () => {
  it.each([
    [
      { url: 'https://api.example.com/a?b=1', body: { id: 1, total: 2 } },
      {},
      'POST api.example.com/a with id, total',
    ],
    [
      { url: 'https://api.example.com/{{body.a ? "?" : "b"}}/c?d', body: '{{text}}' },
      {},
      'POST api.example.com/{{body.a ? "?" : "b"}}/c with the delivery as it came',
    ],
    [{ url: 'https://api.example.com/', body: 'Hi' }, {}, 'POST api.example.com/ with a text'],
    [
      { url: 'https://api.example.com/' },
      { when: 'body.paid\n&& body.n > 1', forEach: { in: 'body.items', as: 'i' } },
      'POST api.example.com/, for each of body.items, when body.paid && body.n > 1',
    ],
  ])('says %j %j in one line', (request, step, text) =>
    expect(describeStep({ ...step, request: { method: 'POST', ...request } })).toBe(text),
  );
});

describe('digestOfPlan', () => {
  const digest = (plan: unknown) => digestOfPlan(Plan.parse(plan));
  const request = {
    method: 'POST',
    url: 'https://api.example.com/',
    body: { a: 1, b: { c: [1, 2], d: '' } },
  };
  const other = { body: { b: { d: '', c: [1, 2] }, a: 1 }, url: 'https://api.example.com/', method: 'POST' };

  it('does not depend on the order of members', () =>
    expect(digest({ steps: [{ when: 'true', request }] })).toBe(
      digest({ answer: null, steps: [{ request: other, when: 'true' }] }),
    ));

  it.each([
    { steps: [{ request }] },
    { steps: [{ when: 'true', request: { ...request, method: 'PATCH' } }] },
    {
      steps: [{ when: 'true', request: { ...request, body: { ...request.body, b: { c: [2, 1], d: '' } } } }],
    },
    { steps: [{ when: 'true', request }], answer: 'Done.' },
  ])('depends on all of %j', (plan) =>
    expect(digest(plan)).not.toBe(digest({ steps: [{ when: 'true', request }] })),
  );
});

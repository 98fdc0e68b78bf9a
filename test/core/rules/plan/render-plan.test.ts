import { describe, expect, it } from 'vitest';

import { answerOf, rendered, requestOf } from './support.ts';

const urlOf = (path: string, body: unknown) => {
  const request = requestOf({ url: `https://api.example.com${path}` }, body);
  return typeof request === 'string' ? request : request.url.slice('https://api.example.com'.length);
};
const bodyOf = (template: unknown, body: unknown, headers: Record<string, string> = {}) => {
  const request = requestOf({ body: template, headers }, body);
  return typeof request === 'string' ? request : request.body;
};

describe('renderPlan', () => {
  it.each([
    ['/orders/{{body.id}}', { id: 'a/b' }, '/orders/a%2Fb'],
    ['/orders/{{body.id}}', { id: 7 }, '/orders/7'],
    ['/orders/{{body.id}}/x', { id: '?a=b#c&d' }, '/orders/%3Fa%3Db%23c%26d/x'],
    [
      '/o-{{body.id}}.json?q={{body.q}}&limit=5',
      { id: 1, q: 'a&b=c d' },
      '/o-1.json?q=a%26b%3Dc%20d&limit=5',
    ],
    ['/{{body.id}}', { id: '..' }, 'the URL of step 1 cannot be filled: ".." cannot be a part of a path'],
    [
      '/{{body.a}}{{body.a}}',
      { a: '.' },
      'the URL of step 1 cannot be filled: ".." cannot be a part of a path',
    ],
    ['/%2e{{body.a}}', { a: '.' }, 'the URL of step 1 cannot be filled: "%2e." cannot be a part of a path'],
    ['/?q={{body.q}}', { q: '..' }, '/?q=..'],
    ['/{{body.id}}', {}, 'the URL of step 1 cannot be filled: id is missing'],
    ['/{{body.id}}', { id: ' ' }, 'the URL of step 1 cannot be filled: id is empty'],
    ['/{{body.id}}', { id: null }, 'the URL of step 1 cannot be filled: id is null, not a text or a number'],
    ['/{{body.id}}', { id: [1] }, 'the URL of step 1 cannot be filled: id is a list, not a text or a number'],
    [
      '/{{body.id}}',
      { id: {} },
      'the URL of step 1 cannot be filled: id is an object, not a text or a number',
    ],
    ['/{{field("id")}}', { a: { id: 7 } }, '/7'],
    [
      '/{{field("order id")}}',
      { id: 7 },
      'the URL of step 1 cannot be filled: no field is called "order id"',
    ],
    ['/{{has(body.id) ? body.id : ""}}', {}, 'the URL of step 1 cannot be filled: a value is empty'],
    ['/{{body.id}}', { id: '{{secret.x}}' }, '/%7B%7Bsecret.x%7D%7D'],
    ['/{{body.id}}', { id: '\ud800' }, '/%EF%BF%BD'],
    [
      '/?q={{body.q}}',
      { q: 'a'.repeat(9_000) },
      'the URL of step 1 cannot be filled: it would have more than 8192 characters',
    ],
    ['/bot{{secret.bot}}/{{body.id}}', { id: 1 }, '/bot{{secret.bot}}/1'],
  ])('fills the URL %s from %j as %s', (path, body, url) => expect(urlOf(path, body)).toBe(url));

  const post = (a: string) => ({
    steps: [{ request: { method: 'POST', url: 'https://api.example.com/', body: { a } } }],
  });
  it.each([
    [{ a: { id: 7 } }, 'an object'],
    [{ a: [7] }, 'a list'],
  ])('sends what is called %j whole only by its path', (body, kind) => {
    expect(rendered(post('{{body.a}}'), body)).toMatchObject({ state: 'rendered' });
    expect(rendered(post('{{field("a")}}'), body)).toEqual({
      state: 'unknown',
      problem: `the body of step 1 cannot be filled: a is ${kind}, which is sent whole only by its path`,
      missing: [],
    });
  });

  it.each([
    [{ id: '{{body.id}}' }, '{"id":820982911946154508}', '{"id":820982911946154508}'],
    [{ id: 'n{{body.id}}' }, '{"id":820982911946154508}', '{"id":"n820982911946154508"}'],
    [{ total: '{{body.total}}' }, '{"total":1.50}', '{"total":1.50}'],
    [{ total: '{{body.cents / 100}}' }, { cents: 4950 }, '{"total":49.5}'],
    [{ total: '{{body.price * 1.1}}' }, { price: 3 }, '{"total":3.3}'],
    [{ total: '{{body.a + body.b}}' }, { a: 0.1, b: 0.2 }, '{"total":0.3}'],
    [{ total: '{{body.price * body.count}}' }, { price: 0.1, count: 3 }, '{"total":0.3}'],
    [
      { total: '{{round(body.price, 2)}}' },
      { price: '2.345' },
      'the body of step 1 cannot be filled: a text is no number, or could be two: price was "2.345"',
    ],
    [{ total: '{{round(body.price, 2)}}' }, { price: 2.5 }, '{"total":2.50}'],
    [
      { total: '{{sum(body.items.map(i, number(i.price) * i.count))}}' },
      {
        items: [
          { price: '0.10', count: 3 },
          { price: '5.00', count: 1 },
        ],
      },
      '{"total":5.3}',
    ],
    [
      { all: '{{body}}', n: null, t: true, l: ['{{body.a}}', 1] },
      { a: { b: [1] } },
      '{"all":{"a":{"b":[1]}},"n":null,"t":true,"l":[{"b":[1]},1]}',
    ],
    [{ note: '{{body.note}}' }, { note: null }, '{"note":null}'],
    [
      { note: 'Note: {{body.note}}' },
      { note: null },
      'the body of step 1 cannot be filled: note is null, not a text or a number',
    ],
    [{ note: 'Note{{has(body.note) ? ": " + body.note : ""}}' }, {}, '{"note":"Note"}'],
    [{ note: '"}, {{body.note}}' }, { note: '", "admin": true' }, '{"note":"\\"}, \\", \\"admin\\": true"}'],
    [
      { note: '{{body.note}}' },
      { note: '{{secret.slack}}' },
      'the body of step 1 cannot be filled: the delivery names a secret, which only a plan may do',
    ],
    [
      { a: '{{body.a}}', b: '{{body.b}}' },
      { a: '{{secret.', b: 'x}}' },
      'the body of step 1 cannot be filled: the delivery names a secret, which only a plan may do',
    ],
    [
      { a: '{{body.a}}{{body.b}}' },
      { a: '{{secret.', b: 'x}}' },
      'the body of step 1 cannot be filled: the delivery names a secret, which only a plan may do',
    ],
    [
      { key: '{{secret.slack}}', note: '{{body.note}}' },
      { note: 'x' },
      '{"key":"{{secret.slack}}","note":"x"}',
    ],
    [{ made: '{{ {"a": {"b": body.a}} }}' }, { a: 1 }, '{"made":{"a":{"b":1}}}'],
    [{ text: '{{"}}" + body.a}}' }, { a: 'x' }, '{"text":"}}x"}'],
    [{ at: '{{receivedAt}}' }, {}, '{"at":"2026-03-01T12:00:00Z"}'],
    ['{{body.order}}', { order: { id: 1 } }, '{"id":1}'],
    ['Hi {{body.name}}', { name: 'Ada' }, 'Hi Ada'],
    ['{{body.name}}', { name: '{"admin":true}' }, '{"admin":true}'],
  ])('fills the body %j from %j as %s', (template, body, expected) =>
    expect(bodyOf(template, body)).toBe(expected),
  );

  it.each([
    [
      'application/x-www-form-urlencoded',
      { a: '{{body.a}}', n: 1, b: 'p & {{body.q}}' },
      { a: 'x&admin=1', q: 'q' },
      'a=x%26admin%3D1&n=1&b=p+%26+q',
    ],
    ['application/x-www-form-urlencoded', 'a={{body.a}}&b=2', { a: 'x&b=3 4' }, 'a=x%26b%3D3+4&b=2'],
    [
      'application/xml',
      '<a>{{body.a}}</a>',
      { a: '</a><b x="1">' },
      '<a>&#60;/a&#62;&#60;b x=&#34;1&#34;&#62;</a>',
    ],
    ['application/json', '{{body.a}}', { a: '{"admin":true}' }, '"{\\"admin\\":true}"'],
    ['application/json', '{{json(body.a)}}', { a: { id: 1 } }, '{"id":1}'],
  ])('encodes values for %s', (type, template, body, expected) =>
    expect(bodyOf(template, body, { 'Content-Type': type })).toBe(expected),
  );

  it('keeps the body and the content type of a delivery that is passed on', () => {
    expect(requestOf({ body: '{{text}}' }, '<a>1</a>', { contentType: 'text/xml' })).toMatchObject({
      body: '<a>1</a>',
      headers: { 'content-type': 'text/xml' },
    });
    expect(
      requestOf({ body: '{{ text }}' }, new Uint8Array([0xff, 0xfe, 0x00]), { contentType: 'image/png' }),
    ).toBe('the body of step 1 cannot be filled: the delivery is binary and cannot be passed on as text');
    expect(requestOf({ body: '{{text}}' }, '')).toBe(
      'the body of step 1 cannot be filled: the delivery is empty',
    );
  });

  it.each([
    ['['.repeat(10_000) + ']'.repeat(10_000), 'the body is nested too deeply to be read'],
    ['{"a":', 'the body is not valid JSON'],
    ['', 'the body has no fields'],
  ])('takes nothing from a body that has no fields: %.20s', (body, evidence) =>
    expect(answerOf('{{json(body)}}', body)).toBe(`the answer cannot be filled: ${evidence}`),
  );

  it('passes a text on in UTF-8 and says so', () =>
    expect(
      requestOf({ body: '{{text}}' }, new Uint8Array([0x4d, 0xfc]), {
        contentType: 'text/plain; charset=iso-8859-1',
      }),
    ).toMatchObject({ body: 'Mü', headers: { 'content-type': 'text/plain; charset=utf-8' } }));

  it('summarises a large delivery, and sends no body that is too large', () => {
    const body = { id: 1, list: Array.from({ length: 80_000 }, (_, at) => `item ${at}`) };
    expect(answerOf('{{summary()}}', body)).toBe('id: 1; list: 80,000 items, first: "item 0"');
    expect(bodyOf({ one: '{{body.list}}', other: '{{body.list}}' }, body)).toBe(
      'the body of step 1 cannot be filled: it would be larger than 1 MB',
    );
  });

  const each = (details: object = {}) => ({
    steps: [
      {
        forEach: { in: 'body.items', as: 'item' },
        ...details,
        request: {
          method: 'POST',
          url: 'https://api.example.com/{{item.sku}}',
          body: { n: '{{body.id}}', of: '{{item.n}}' },
        },
      },
    ],
  });
  const items = [
    { sku: 'A', n: 1 },
    { sku: 'B', n: 2 },
  ];

  it('makes a request for each item of a list', () => {
    expect(rendered(each(), { id: 7, items })).toMatchObject({
      requests: [
        { url: 'https://api.example.com/A', body: '{"n":7,"of":1}' },
        { url: 'https://api.example.com/B', body: '{"n":7,"of":2}' },
      ],
      leftOut: [],
    });
  });

  it('leaves out the items for which the condition does not hold', () => {
    expect(rendered(each({ when: 'item.n > 1' }), { id: 7, items })).toMatchObject({
      requests: [{ url: 'https://api.example.com/B' }],
      leftOut: [
        {
          step: 'POST api.example.com/{{item.sku}} with n, of, for each of body.items, when item.n > 1',
          evidence: '1 of 2: item.n > 1 is false',
        },
      ],
    });
  });

  it.each([
    [
      { id: 7, items: [] },
      { state: 'rendered', requests: [], leftOut: [{ evidence: 'the list is empty' }] },
    ],
    [{ id: 7 }, { problem: 'the list of step 1 is unknown: items is missing' }],
    [
      { id: 7, items: { sku: 'A' } },
      { problem: 'the list of step 1 is unknown: items is an object, not a list' },
    ],
    [
      { id: 7, items: [{ sku: 'A', n: 1 }, { n: 2 }] },
      { problem: 'the URL of step 1 cannot be filled: items[].sku is missing' },
    ],
    [
      { id: 7, items: Array.from({ length: 6 }, () => items[0]) },
      { problem: 'the instructions ask for 6 requests and the run may send 5' },
    ],
  ])('for each item of %j it gives %j', (body, expected) =>
    expect(rendered(each(), body)).toMatchObject(expected),
  );

  it('takes as long as the delivery is, and no longer', () => {
    const list = Array.from({ length: 100_000 }, () => ({ sku: 'A', n: 1 }));
    expect(rendered(each(), { id: 7, items: list })).toMatchObject({
      problem: 'the instructions ask for 100000 requests and the run may send 5',
    });
    const body = { id: 7, items: list };
    expect(rendered(each({ when: 'body.items.exists(i, i.n == item.n + 1)' }), body)).toMatchObject({
      problem: expect.stringContaining('more steps than') as string,
    });
  });

  it('sends nothing where a condition is unknown or one of two requests lacks a value', () => {
    const step = (when: string, url: string) => ({ when, request: { method: 'GET', url } });
    const plan = {
      steps: [step('true', 'https://a.example/'), step('body.paid', 'https://b.example/{{body.id}}')],
    };
    expect(rendered(plan, {})).toEqual({
      state: 'unknown',
      problem: 'the condition of step 2 is unknown: paid is missing',
      missing: ['body.paid'],
    });
    expect(rendered(plan, { paid: 'yes' })).toMatchObject({
      problem: expect.stringContaining('the condition of step 2 is unknown') as string,
    });
    expect(rendered(plan, { paid: true })).toMatchObject({
      problem: 'the URL of step 2 cannot be filled: id is missing',
    });
    expect(rendered(plan, { paid: false })).toMatchObject({
      requests: [{ url: 'https://a.example/' }],
      leftOut: [{ evidence: 'paid was false' }],
    });
  });

  it.each([
    ['Thanks, {{body.name}}!', { name: 'Ada' }, 'Thanks, Ada!'],
    ['{{currency(body.cents / 100, "EUR", "de-DE")}}', { cents: 123_456 }, '1.234,56\u00a0€'],
    ['{{currency(body.total, body.code)}}', { total: '49.50', code: 'usd' }, '$49.50'],
    [
      '{{currency(body.total, body.code)}}',
      { total: '49.50', code: 'points' },
      'the answer cannot be filled: currency() takes the code of a currency, such as "EUR": total was "49.50": code was "points"',
    ],
    ['{{date(body.at, "DD.MM.YYYY")}}', { at: '2026-03-15T23:30:00Z' }, '15.03.2026'],
    [
      '{{date(body.at, "DD.MM.YYYY HH:mm", "Europe/Berlin")}}',
      { at: '2026-03-15T23:30:00Z' },
      '16.03.2026 00:30',
    ],
    ['{{date(body.at, "YYYY-MM-DD")}}', { at: 1_772_366_390 }, '2026-03-01'],
    [
      '{{date(body.at, "YYYY-MM-DD")}}',
      { at: '2026-02-30' },
      'the answer cannot be filled: date() needs a date: at was "2026-02-30"',
    ],
    [
      '{{date(body.at, "HH:mm")}}',
      { at: '2026-02-28' },
      'the answer cannot be filled: date() needs a date with a time: at was "2026-02-28"',
    ],
    ['{{date(receivedAt, "MMMM D, YYYY")}}', {}, 'March 1, 2026'],
    [
      '{{summary()}}',
      { type: 'invoice.paid', invoice: { id: 'in_9', total: 5 } },
      'Event "invoice.paid"; invoice.id: "in_9"; invoice.total: 5',
    ],
    [
      '{{summary(body.invoice)}}',
      { type: 'invoice.paid', invoice: { id: 'in_9', total: 5 } },
      'id: "in_9"; total: 5',
    ],
    ['{{body.tags.join(", ")}}', { tags: ['a', 'b'] }, 'a, b'],
    ['{{json(body.a)}}', { a: [1, { b: null }] }, '[1,{"b":null}]'],
    ['{{field("payment status")}}', { order: { payment_status: 'paid' } }, 'paid'],
  ])('answers %s from %j with %s', (answer, body, expected) => expect(answerOf(answer, body)).toBe(expected));
});

import { describe, expect, it } from 'vitest';

import { readEnglishCondition } from '#rules/english-condition.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const read = (text: string, bodies: readonly unknown[] = [], sender = 'generic') => {
  const samples = bodies.map((body) => deliveryOf(body, { sender }));
  const condition = readEnglishCondition(text, { samples, sender });
  return condition.state === 'understood' ? condition.text : null;
};

describe('filters without a delivery', () => {
  it.each([
    ['status is paid', 'sameText(field("status"), "paid")'],
    ['the order\'s status is "In Review"', 'sameText(field("order status"), "In Review")'],
    ['status is in progress', 'field("status").matches("(?i)^in[ _-]?progress$")'],
    ['sku is A-1', 'sameText(field("sku"), "A-1")'],
    ['n is 2 or more', 'number(field("n")) >= 2'],
    ['n is 007', 'sameText(field("n"), "007")'],
    ['from starts with +44', 'field("from").lowerAscii().startsWith("+44")'],
    ['total is between 10 and 20.5', 'number(field("total")) >= 10 && number(field("total")) <= 20.5'],
    ['total >= 1,000', 'number(field("total")) >= 1000'],
    ['paid is false', '!bool(field("paid"))'],
    ['title contains Ü.', 'field("title").matches("(?i)Ü")'],
    ['tags contains vip', 'field("tags").split(",").exists(t, sameText(t.trim(), "vip"))'],
    ['event is issue created', 'event.matches("(?i)^issue[ ._/:-]?created$")'],
    ['reference begins with OPS-', 'reference.lowerAscii().startsWith("ops-")'],
    ['body text contains failed', 'text.lowerAscii().contains("failed")'],
    ['header X-Topic is a', '"x-topic" in headers && sameText(headers["x-topic"], "a")'],
    ['header X-Topic is not a', '!("x-topic" in headers && sameText(headers["x-topic"], "a"))'],
    ['body.paid is true', 'has(body.paid) && bool(body.paid)'],
    ['body.in is x', '"in" in body && sameText(body["in"], "x")'],
    [
      'event-data.event is failed',
      '"event-data" in body && has(body["event-data"].event) && sameText(body["event-data"].event, "failed")',
    ],
    ['body.note is missing', '!(has(body.note) && body.note != null && string(body.note).trim() != "")'],
    ['a.b exists', 'has(body.a) && has(body.a.b) && body.a.b != null && string(body.a.b).trim() != ""'],
    ['a[1].b > 5', 'has(body.a) && size(body.a) > 1 && has(body.a[1].b) && number(body.a[1].b) > 5'],
    ['a[].b is x', 'has(body.a) && body.a.exists(i, has(i.b) && sameText(i.b, "x"))'],
    ['Order.status is paid', 'sameText(field("Order.status"), "paid")'],
    [
      'a.b is x, y, or z',
      'has(body.a) && has(body.a.b) && (sameText(body.a.b, "x") || sameText(body.a.b, "y") || sameText(body.a.b, "z"))',
    ],
    [
      'a.b is none of x or y',
      'has(body.a) && !(has(body.a.b) && (sameText(body.a.b, "x") || sameText(body.a.b, "y")))',
    ],
  ])('%s', (text, condition) => {
    expect(read(text)).toBe(condition);
  });

  it.each([
    ['a.b is x', true],
    ['a.b is not x', 'has(body.a) && !(has(body.a.b) && sameText(body.a.b, "x"))'],
    ['only if a.b is x', true],
    ['Only run when a.b is x', true],
    ['skip unless a.b is x', true],
    ['skip if a.b is not x', true],
    ["don't run when a.b is not x", true],
    ['not (a.b is not x)', true],
    ['unless a.b is x', false],
    ['Ignore when a.b is x', false],
    ['not a.b is x', false],
  ])('%s means the same as others', (text, sense) => {
    const test = 'has(body.a) && has(body.a.b) && sameText(body.a.b, "x")';
    expect(read(text)).toBe(sense === true ? test : sense === false ? `!(${test})` : sense);
  });

  it.each([
    [
      'a is 1 or b is 2 or c is 3',
      'number(field("a")) == 1 || number(field("b")) == 2 || number(field("c")) == 3',
    ],
    [
      'a is 1, b is 2 and c is 3',
      'number(field("a")) == 1 && number(field("b")) == 2 && number(field("c")) == 3',
    ],
    ['skip if a is 1 or b is 2', '!(number(field("a")) == 1) && !(number(field("b")) == 2)'],
    [
      'a is 1, and (b is 2 or not b is 3)',
      'number(field("a")) == 1 && (number(field("b")) == 2 || !(number(field("b")) == 3))',
    ],
    [
      'x is one of p or q and b is 2',
      '(sameText(field("x"), "p") || sameText(field("x"), "q")) && number(field("b")) == 2',
    ],
    ['Only if a is 1. Skip if b is 2.', 'number(field("a")) == 1 && !(number(field("b")) == 2)'],
    ['- a is 1\n- b is 2', 'number(field("a")) == 1 && number(field("b")) == 2'],
  ])('%s', (text, condition) => {
    expect(read(text)).toBe(condition);
  });

  it.each([
    'a is 1 or b is 2 and c is 3',
    'not a is 1 and b is 2',
    'x is p or q and b is 2',
    'b is 2 and x is p or q',
    'x is p and q',
    'a is 1, b is 2',
    'total is between 20 and 10',
    'billing city is shipping city',
    'age is 18+',
    'time is 10:00',
    'status is already paid',
    'name is Ada',
    'Run when a is 1. Run when b is 2.',
    'Only run when a is 1. Be nice.',
    '(a is 1',
    'a is 1)',
    'is paid',
    'status is',
    'total is over many',
    'total is over 5 apples',
    'total is over 50%',
    'total is well over 5',
    'total is not 2 or more',
    'date is today',
    'date is 01.04.2026',
    'note contains a link',
    'the email is from gmail.com',
    'country is Germany',
    'message is rude',
    'a PR is opened',
    'no priority is set',
    'number of items is over 3',
    'header Authorization is x',
    'a[].b[].c is x',
    'app.version is at least 1.9',
    'status changed to Done',
    '',
    'status is paid and '.repeat(300),
    `${'('.repeat(11)}a is 1${')'.repeat(11)}`,
  ])('%s is not understood', (text) => {
    expect(read(text)).toBeNull();
  });

  it('A misspelt word of the small English has a near form', () => {
    const context = { samples: [], sender: 'generic' };
    expect(readEnglishCondition('Onyl run when total excedes 5', context)).toMatchObject({ nearest: null });
    expect(readEnglishCondition('Only run wehn total is 5', context)).toEqual({
      state: 'not-understood',
      notUnderstood: ['Only run wehn total is 5'],
      nearest: 'Only run when total is 5',
    });
  });
});

describe('filters beside deliveries', () => {
  it.each([
    [
      'status is paid',
      [{ data: { status: 'open' } }, { data: {} }],
      'has(body.data) && has(body.data.status) && sameText(body.data.status, "paid")',
    ],
    [
      'status is paid',
      [{ data: { status: 'open' } }, { status: 'open' }],
      'has(field("status")) && sameText(field("status"), "paid")',
    ],
    [
      'a.b is x',
      [{ data: { a: { b: 'y' } } }],
      'has(body.data) && has(body.data.a) && has(body.data.a.b) && sameText(body.data.a.b, "x")',
    ],
    [
      'status is in progress',
      [{ status: 'in_progress' }],
      'has(body.status) && sameText(body.status, "in_progress")',
    ],
    ['total is 5', [{ total: 7 }], 'has(body.total) && body.total == 5'],
    ['total is over 5', [{ total: '7.00' }], 'has(body.total) && number(body.total) > 5'],
    ['paid is yes', [{ paid: false }], 'has(body.paid) && body.paid == true'],
    ['tags is vip', [{ tags: ['a'] }], 'has(body.tags) && body.tags.exists(i, sameText(i, "vip"))'],
    [
      'labels contains bug',
      [{ labels: [{ name: 'x' }] }],
      'has(body.labels) && body.labels.exists(i, sameText(i.name, "bug"))',
    ],
    ['ids is 5', [{ ids: [5] }], 'has(body.ids) && 5 in body.ids'],
    ['items exists', [{ items: [1] }], 'has(body.items) && body.items != null && size(body.items) > 0'],
    [
      'b is x',
      [{ a: { b: null } }, { a: null }],
      'has(body.a) && body.a != null && has(body.a.b) && body.a.b != null && sameText(body.a.b, "x")',
    ],
    ['order is open', [{ order: 'open' }], 'has(body.order) && sameText(body.order, "open")'],
    ['country is FR', [{ country: 'DE' }], 'has(body.country) && sameText(body.country, "FR")'],
    ['reference is R-1', [{ reference: 'x' }], 'has(body.reference) && sameText(body.reference, "R-1")'],
    [
      'form[mail] contains @',
      [{ 'form[mail]': 'x' }],
      '"form[mail]" in body && body["form[mail]"].lowerAscii().contains("@")',
    ],
  ])('%s, with %j', (text, bodies, condition) => {
    expect(read(text, bodies)).toBe(condition);
  });

  it.each([
    ['status is paid', [{ status: { name: 'open' } }]],
    ['total is high', [{ total: 5 }]],
    ['paid is maybe', [{ paid: true }]],
    ['country is Germany', [{ country: 'DE' }]],
    ['order is paid', [{ order: 'A-1' }]],
    ['zip is over 1000', [{ zip: '01234' }]],
    ['subject contains refund', [{ subject: 'zen:ticket:5158' }]],
    ['items contains x', [{ items: [{ name: 'x' }] }]],
    ['phone is empty', [{ phone: { value: '' } }]],
  ])('%s is not understood, with %j', (text, bodies) => {
    expect(read(text, bodies)).toBeNull();
  });

  it.each([
    [
      'jira',
      'status changed to Done',
      'has(body.changelog) && has(body.changelog.items) && body.changelog.items.exists(i, sameText(i.field, "status") && sameText(i.toString, "Done"))',
    ],
    [
      'stripe',
      'status changed to active',
      'has(body.data) && has(body.data.previous_attributes) && has(body.data.previous_attributes.status) && has(body.data.object) && has(body.data.object.status) && sameText(body.data.object.status, "active")',
    ],
    [
      'github',
      'event is issues.opened',
      'sameText(event, "issues") && has(body.action) && sameText(body.action, "opened")',
    ],
    [
      'github',
      'event is not push or issues.opened',
      '!sameText(event, "push") && (!sameText(event, "issues") || !(has(body.action) && sameText(body.action, "opened")))',
    ],
  ])('Of %s, %s', (sender, text, condition) => {
    expect(read(text, [], sender)).toBe(condition);
  });
});

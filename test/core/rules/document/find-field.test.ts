import { describe, expect, it } from 'vitest';

import { findField } from '#rules/document/find-field.ts';
import { documentOf } from '#test/support/turn-input.ts';

const body = {
  type: 'order.paid',
  data: { object: { id: 'evt', shippingAddress: { postal_code: '1010' } } },
  order: {
    status: 'paid',
    'line-items': [
      { sku: 'A', tags: ['x'] },
      { sku: 'B', tags: ['y', 'z'] },
    ],
    HTMLBody: '<p>',
  },
  refund: { status: 'open' },
  'a.b': 1,
  a: { b: 2 },
  constructor_of: 'c',
};
const find = (words: string, value: unknown = body) => findField(documentOf(value), words);

describe('a field', () => {
  it.each([
    ['order.status', 'paid'],
    ['$.order.status', 'paid'],
    ['/order/status', 'paid'],
    ['order status', 'paid'],
    ['Order Status', 'paid'],
    ['orderStatus', 'paid'],
    ['payload.order.status', 'paid'],
    ['order.line-items[1].sku', 'B'],
    ['order.line-items.0.sku', 'A'],
    ['postal code', '1010'],
    ['shipping address postal code', '1010'],
    ['html body', '<p>'],
    ['id', 'evt'],
    ['event', 'order.paid'],
    ['event type', 'order.paid'],
    ['a.b', 1],
    ['event id', 'evt-1'],
  ])('"%s" is found', (words, value) => expect(find(words)).toMatchObject({ state: 'found', value }));

  it.each([
    ['order.line-items[].sku', ['A', 'B']],
    ['line items sku', ['A', 'B']],
    ['order.line-items[*].tags', [['x'], ['y', 'z']]],
  ])('"%s" is a list', (words, value) => expect(find(words)).toMatchObject({ state: 'found', value }));

  it('of what the event happened to comes before others of its name', () => {
    expect(find('status')).toMatchObject({ path: 'order.status' });
  });

  it('in two places is ambiguous', () => {
    const orders = { order: { status: 'paid' }, refund: { status: 'open' } };
    expect(find('status', orders)).toEqual({
      state: 'ambiguous',
      path: 'order.status',
      paths: ['order.status', 'refund.status'],
    });
  });

  it.each([
    'total',
    'constructor',
    '__proto__',
    'toString',
    'order.total',
    'items[].price',
    '',
    '[]',
    'customer status',
  ])('"%s" is missing', (words) => expect(find(words).state).not.toBe('found'));

  it.each([
    ['order status', { id: 1, status: 'paid' }],
    ['order id', { data: { object: { id: 7 } } }],
    ['order status', { refund: { status: 'open' } }],
    ['phone number', { phone: '5' }],
    ['author', { user: 'Ada' }],
  ])('called otherwise is missing: %s in %j', (words, body) => {
    expect(find(words, body).state).toBe('missing');
  });

  it('that holds the address of a thing is ambiguous beside another of its name', () => {
    const body = { subject: 'zen:ticket:5158', detail: { subject: 'Refund' }, url: 'https://a.example/1' };
    expect(find('subject', body)).toMatchObject({ state: 'ambiguous', paths: ['subject', 'detail.subject'] });
    expect(find('subject', { subject: 'zen:ticket:5158' }).state).toBe('found');
    expect(find('url', { ...body, detail: { url: 'x' } })).toMatchObject({ path: 'url' });
  });

  it('prefers the name as it is to the end of a longer one', () => {
    expect(find('status', { status: 'a', order: { status: 'b' } })).toMatchObject({ value: 'a' });
  });
});

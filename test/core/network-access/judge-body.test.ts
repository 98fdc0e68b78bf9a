import { expect, it } from 'vitest';

import type { BoundedRequest, MemberBound } from '#contracts/policy-bounds.ts';
import { createBodyJudge } from '#network-access/judge-body.ts';

const amount: MemberBound = { member: 'amount', min: 1, max: 5_000 };
const price: MemberBound = { member: 'items[].price', max: 100 };
const currency: MemberBound = { member: 'order.currency', oneOf: ['eur', 'usd', 7, true] };

function faultOf(
  bound: MemberBound,
  body: string | null,
  rest: Partial<BoundedRequest> = {},
  attached: string[] = [],
) {
  const request = {
    method: 'POST',
    path: '/',
    search: '',
    headers: [],
    contentType: 'application/json',
    body,
  };
  return createBodyJudge({ ...request, ...rest }, attached)(bound);
}

it.each<[MemberBound, string]>([
  [amount, '{"amount":5000}'],
  [amount, '{"amount":1}'],
  [amount, '{"amount":4999.99}'],
  [amount, '{"amount":5000.00}'],
  [amount, ' {"amount" : 12 , "note":"\\"amount\\":9999"}'],
  [price, '{"items":[{"price":1},{"price":100}]}'],
  [currency, '{"order":{"currency":"usd"}}'],
  [currency, '{"order":{"currency":7}}'],
  [currency, '{"order":{"currency":true}}'],
  [{ member: '[].amount', max: 5 }, '[{"amount":5},{"amount":4}]'],
])('%j holds for %s', (bound, body) => {
  expect(faultOf(bound, body)).toBeNull();
});

it.each<[MemberBound, string | null, string]>([
  [amount, null, 'there is no body'],
  [amount, '{"amount":5001}', 'it is out of bounds'],
  [amount, '{"amount":5000.01}', 'it is out of bounds'],
  [amount, '{"amount":0}', 'it is out of bounds'],
  [amount, '{"amount":-1}', 'it is out of bounds'],
  [amount, '{}', 'it is not there'],
  [amount, '{"amount":null}', 'it is not a plain number'],
  [amount, '{"amount":"5"}', 'it is not a plain number'],
  [amount, '{"amount":[5]}', 'it is not a plain number'],
  [amount, '{"amount":1e3}', 'it is not a plain number'],
  [amount, '{"amount":5E0}', 'it is not a plain number'],
  [amount, '{"amount":1.00000000000000000001}', 'it is not a plain number'],
  [amount, '{"amount":-0}', 'it is not a plain number'],
  [amount, '[{"amount":5}]', 'it is not there'],
  [amount, '5', 'it is not there'],
  [amount, '{"data":{"amount":5}}', 'it is not there'],
  [amount, '{"__proto__":{"amount":5}}', 'it is not there'],
  [amount, '{"amount":5,"amount":9999}', 'the body has a member twice'],
  [amount, '{"amount":5,"\\u0061mount":9999}', 'the body has a member twice'],
  [amount, '{"x":{"a":1,"a":2},"amount":5}', 'the body has a member twice'],
  [amount, '{"amount":5,"Amount":9999}', 'the body has a member of almost this name'],
  [amount, '{"amount":5,"a_mount":9999}', 'the body has a member of almost this name'],
  [amount, '{"amount":5,"ａmount":9999}', 'the body has a member of almost this name'],
  [amount, '{"Amount":5}', 'the body has a member of almost this name'],
  [
    currency,
    '{"order":{"currency":"eur"},"order.currency":"chf"}',
    'the body has a member of almost this name',
  ],
  [amount, '\uFEFF{"amount":5}', 'the body is not JSON'],
  [amount, '{"amount":5}// {', 'the body is not JSON'],
  [amount, '{"amount":5,}', 'the body is not JSON'],
  [amount, '{"amount":05}', 'the body is not JSON'],
  [amount, "{'amount':5}", 'the body is not JSON'],
  [amount, '{"amount":5}{"amount":9999}', 'the body is not JSON'],
  [amount, 'amount=5', 'the body is not JSON'],
  [price, '{"items":[{"price":1},{"price":101}]}', 'it is out of bounds'],
  [price, '{"items":[{"price":1},{}]}', 'it is not there'],
  [price, '{"items":[]}', 'it is not there'],
  [price, '{"items":{"price":1}}', 'a list is expected there'],
  [currency, '{"order":{"currency":"EUR"}}', 'it is none of them'],
  [currency, '{"order":{"currency":"7"}}', 'it is none of them'],
  [currency, '{"order":{"currency":null}}', 'it is none of them'],
])('%j does not hold for %s: %s', (bound, body, fault) => {
  expect(faultOf(bound, body)).toMatch(
    new RegExp(`^${bound.member.replaceAll(/[[\].]/g, '\\$&')} .*: ${fault}$`),
  );
});

it('the fault names the bound and never a value of the body', () => {
  expect(faultOf(amount, '{"amount":987654}')).toBe(
    'amount at least 1 and at most 5000: it is out of bounds',
  );
  expect(faultOf({ member: 'a', oneOf: ['x', 2] }, '{"a":"canary"}')).toBe(
    'a one of "x", 2: it is none of them',
  );
});

const fine = '{"amount":5}';
it.each<[string, Partial<BoundedRequest>, string[]?]>([
  ['another content type', { headers: [['content-type', 'application/x-www-form-urlencoded']] }],
  ['another spelling of the header', { headers: [['Content_Type', 'text/plain']] }],
  [
    'two spellings',
    {
      headers: [
        ['Content-Type', 'application/json'],
        ['content_type', 'text/plain'],
      ],
    },
  ],
  ['another charset', { headers: [['Content-Type', 'application/json; charset=utf-7']] }],
  ['no content type', { contentType: null }],
  ['text', { contentType: 'text/plain; charset=utf-8' }],
  ['a content coding', { headers: [['Content-Encoding', 'gzip']] }],
  ['a content type of the policy', {}, ['Content-Type']],
])('a body is not certain with %s', (_, rest, attached) => {
  expect(faultOf(amount, fine, rest, attached)).toContain('the body is not sent as JSON');
});

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/merge-patch+json',
  'Application/JSON;charset="UTF-8"',
])('a body is certain as %s', (type) => {
  expect(faultOf(amount, fine, { headers: [['content-type', type]] }, ['Authorization'])).toBeNull();
});

it.each(['?amount=9999', '?a=1&Amount[]=9', '?amount%5B0%5D=9', '?AMOUNT.x=1'])(
  'the query %s has the member too',
  (search) => {
    expect(faultOf(amount, fine, { search })).toContain('the query has it too');
    expect(faultOf(amount, fine, { search: '?amounts=1' })).toBeNull();
  },
);

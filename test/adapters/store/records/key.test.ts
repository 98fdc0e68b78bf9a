import { expect, test } from 'vitest';

import { address, encoded, key, oneOf, wholeNumber } from '#store/records/key.ts';

const plain = key`{${'workspaceId'}}:agent:${'agentId'}:policies`;

test('a key is made of its ids and tells its own from others', () => {
  expect(plain('ws_1', 'agt_1')).toBe('{ws_1}:agent:agt_1:policies');
  expect(plain.template).toBe('{<workspaceId>}:agent:<agentId>:policies');
  expect(plain.matches('{ws_1}:agent:agt_1:policies')).toBe(true);
  for (const other of ['{ws_1}:agent:agt_1', '{ws_1}:agent::policies', '{ws_1}:agent:a:b:policies', ''])
    expect(plain.matches(other)).toBe(false);
});

test('a part may be a number, one of a list, encoded, or an address', () => {
  const revision = key`revision:${wholeNumber('number')}`;
  expect([revision(12), revision.matches('revision:12'), revision.matches('revision:x')]).toEqual([
    'revision:12',
    true,
    false,
  ]);
  const state = key`state:${oneOf('state', ['open', 'closed'])}`;
  expect([state('open'), state.matches('state:closed'), state.matches('state:other')]).toEqual([
    'state:open',
    true,
    false,
  ]);
  const sheet = key`sheet:{${encoded('sheet')}}`;
  expect([sheet('A: {1}'), sheet.matches(sheet('A: {1}'))]).toEqual(['sheet:{A%3A%20%7B1%7D}', true]);
  const client = key`quota:{${address('client')}}`;
  expect([client('2001:db8::/64'), client.matches('quota:{2001:db8::/64}')]).toEqual([
    'quota:{2001:db8::/64}',
    true,
  ]);
});

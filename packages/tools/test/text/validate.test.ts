import { expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

test.each([
  ['iban-validate', 'DE89 3704 0044 0532 0130 00', true],
  ['iban-validate', 'DE88 3704 0044 0532 0130 00', false],
  ['card-validate', '4111-1111-1111-1111', true],
  ['card-validate', '4111 1111 1111 1112', false],
  ['isbn-validate', '0-306-40615-2', true],
  ['isbn-validate', '978-3-16-148410-1', false],
  ['ean-validate', '96385074', true],
  ['ean-validate', '4006381333932', false],
  ['email-validate', 'müller@exämple.com', true],
  ['email-validate', 'a@b', false],
  ['vat-validate', 'DE 136695976', true],
  ['vat-validate', 'XX123', false],
  ['vat-validate', '', false],
  ['email-validate', '\uD800@example.com', false],
])('%s of %j', async (id, text, valid) => {
  expect(await callJson(id, { text })).toMatchObject({ valid });
});

test.each([
  ['10.1.2.3/8', { network: '10.0.0.0/8', last: '10.255.255.255', addresses: '16777216' }],
  ['192.0.2.1', { network: '192.0.2.1/32', firstHost: '192.0.2.1', addresses: '1' }],
  ['192.0.2.0/31', { firstHost: '192.0.2.0', lastHost: '192.0.2.1' }],
  ['0.0.0.0/0', { last: '255.255.255.255', netmask: '0.0.0.0', addresses: '4294967296' }],
  ['2001:db8::1/32', { version: 6, first: '2001:db8::', addresses: '79228162514264337593543950336' }],
])('the range %s', async (text, facts) => {
  expect(await callJson('cidr-info', { text })).toMatchObject(facts);
});

test.each(['10.0.0.0/33', '10.0.0/24', 'x', '10.0.0.0/8/8', '1.2.3.4/-1', '::/129'])(
  '%s is no range',
  async (text) => {
    await expect(call('cidr-info', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test('a range of too many addresses is refused before it is built', async () => {
  await expect(call('ip-range-expand', { text: '::/0' })).rejects.toThrow('more than max');
  expect((await call('ip-range-expand', { text: '10.0.0.255/24', max: 256 })).split('\n')).toHaveLength(256);
});

test.each([
  ['c232ab00-9414-11ec-b3c8-9f6bdeced846', 1, '2022-02-22T19:22:22.000Z'],
  ['1ec9414c-232a-6b00-b3c8-9f6bdeced846', 6, '2022-02-22T19:22:22.000Z'],
  ['{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}', 7, '2022-02-22T19:22:22.000Z'],
  ['919108f7-52d1-4320-9bac-f847db4148a8', 4, null],
])('the time in %s', async (text, version, time) => {
  expect(await callJson('uuid-inspect', { text })).toMatchObject({ version, time });
});

test('versions compare as npm compares them', async () => {
  expect(await callJson('semver-compare', { text: '1.0.0-rc.1', other: '1.0.0' })).toMatchObject({
    result: 'older',
  });
  expect(
    await call('semver-satisfies', { text: '2.0.0-beta.1\n1.2.3', range: '>=1.0.0', prereleases: true }),
  ).toBe('2.0.0-beta.1\n1.2.3');
  for (const params of [
    { text: '1.2', range: '*' },
    { text: '1.2.3', range: 'x y z' },
  ])
    await expect(call('semver-satisfies', params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a phone number that is none, and a country that is none', async () => {
  expect(await callJson('phone-parse', { text: 'abc' })).toEqual({ valid: false });
  await expect(call('phone-parse', { text: '1', country: 'XX' })).rejects.toThrow('country code');
});

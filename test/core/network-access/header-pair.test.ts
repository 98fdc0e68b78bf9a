import { describe, expect, it } from 'vitest';

import { DomainError } from '#domain/domain-error.ts';
import { resolveHeaderPair } from '#network-access/header-pair.ts';

type Input = Parameters<typeof resolveHeaderPair>[0];

function refusalOf(action: () => unknown): DomainError {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

const exact = 'Header name and value need to be filled in together';

describe('a new policy', () => {
  it.each<[string, Input]>([
    ['nothing', {}],
    ['nulls', { headerName: null, headerValue: null }],
    ['empty strings', { headerName: '', headerValue: '' }],
    ['blanks', { headerName: ' \t', headerValue: '\n ' }],
    ['a blank name and no value', { headerName: ' ' }],
  ])('has no header with %s', (_, input) => {
    expect(resolveHeaderPair(input)).toEqual({ headerName: null, headerValue: null });
  });

  it.each<[string, Input]>([
    ['a name alone', { headerName: 'Authorization' }],
    ['a value alone', { headerValue: 'Bearer x' }],
    ['a name with a blank value', { headerName: 'Authorization', headerValue: '   ' }],
    ['a name with a null value', { headerName: 'Authorization', headerValue: null }],
    ['a blank name with a value', { headerName: ' ', headerValue: 'Bearer x' }],
    ['an invalid name alone', { headerName: 'not a name' }],
    ['an invalid value alone', { headerValue: 'a\nb' }],
  ])('is refused with %s, in the exact words', (_, input) => {
    const refusal = refusalOf(() => resolveHeaderPair(input));
    expect([refusal.code, refusal.message]).toEqual(['HEADER_PAIR_REQUIRED', exact]);
  });

  it.each<[string, string]>([
    ['Authorization', 'Bearer sk_live_1'],
    ['authorization', 'Basic dXNlcjpwYXNz'],
    ['X-API-Key', 'k'],
    ['x_api_key', 'a b\tc'],
    ["!#$%&'*+.^_`|~0a", '~ !"'],
    ['Cookie', 'a=b; c=d'],
    ['N'.repeat(128), 'v'],
    ['X-Key', 'v'.repeat(8192)],
  ])('keeps %s: %s as it is', (headerName, headerValue) => {
    expect(resolveHeaderPair({ headerName, headerValue })).toEqual({ headerName, headerValue });
  });

  it('trims both, a pasted line break included', () => {
    expect(resolveHeaderPair({ headerName: ' X-Key ', headerValue: '\tsecret\r\n' })).toEqual({
      headerName: 'X-Key',
      headerValue: 'secret',
    });
  });

  it.each([
    ['X Key'],
    ['X-Key:'],
    [':authority'],
    ['X-Schlüssel'],
    ['X-Key\r\nX-Other'],
    ['N'.repeat(129)],
    ['Host'],
    ['content-length'],
    ['Transfer-Encoding'],
    ['Transfer_Encoding'],
    ['Connection'],
    ['Keep-Alive'],
    ['Proxy-Authorization'],
    ['Proxy-Connection'],
    ['TE'],
    ['Trailer'],
    ['Upgrade'],
    ['Expect'],
    ['Accept-Encoding'],
    ['x_reveille-LOOP'],
    ['Content-Encoding'],
    ['Sec-Fetch-Site'],
  ])('may not have a header named %j', (headerName) => {
    const refusal = refusalOf(() => resolveHeaderPair({ headerName, headerValue: 'top-secret' }));
    expect(refusal.code).toBe('INVALID_REQUEST');
    expect(refusal.message).toContain('headerName');
  });

  it.each([
    ['top\nsecret'],
    ['top\r\nX-Other: secret'],
    ['top\u0000secret'],
    ['top-sécret'],
    ['top–secret'],
    ['s'.repeat(8193)],
  ])('may not have the value %j, and the refusal does not repeat it', (headerValue) => {
    const refusal = refusalOf(() => resolveHeaderPair({ headerName: 'X-Key', headerValue }));
    expect(refusal.code).toBe('INVALID_REQUEST');
    expect(`${refusal.message} ${refusal.hint}`).not.toContain(
      headerValue.slice(0, 3) + headerValue.slice(3, 6),
    );
  });
});

describe('a change of a policy', () => {
  const stored = { headerName: 'X-Key', canKeepValue: true };
  const moved = { headerName: 'X-Key', canKeepValue: false };
  const bare = { headerName: null, canKeepValue: true };

  it.each<[string, Input, typeof stored | typeof bare, object]>([
    ['nothing keeps both', {}, stored, { headerName: 'X-Key', headerValue: undefined }],
    [
      'the same name keeps the value',
      { headerName: 'X-Key' },
      stored,
      { headerName: 'X-Key', headerValue: undefined },
    ],
    [
      'other case of the name keeps the value',
      { headerName: 'x-key' },
      stored,
      { headerName: 'x-key', headerValue: undefined },
    ],
    [
      'a value replaces the value',
      { headerValue: 'new' },
      stored,
      { headerName: 'X-Key', headerValue: 'new' },
    ],
    [
      'both empty takes both away',
      { headerName: '', headerValue: '' },
      stored,
      { headerName: null, headerValue: null },
    ],
    [
      'both null takes both away',
      { headerName: null, headerValue: null },
      moved,
      { headerName: null, headerValue: null },
    ],
    [
      'another name with its value',
      { headerName: 'X-New', headerValue: 'n' },
      stored,
      { headerName: 'X-New', headerValue: 'n' },
    ],
    [
      'another domain with the value again',
      { headerValue: 'n' },
      moved,
      { headerName: 'X-Key', headerValue: 'n' },
    ],
    [
      'another domain without a header',
      {},
      { ...bare, canKeepValue: false },
      { headerName: null, headerValue: null },
    ],
    [
      'a first header',
      { headerName: 'X-Key', headerValue: 'n' },
      bare,
      { headerName: 'X-Key', headerValue: 'n' },
    ],
  ])('%s', (_, input, before, pair) => {
    expect(resolveHeaderPair(input, before)).toEqual(pair);
  });

  it.each<[string, Input, typeof stored | typeof bare]>([
    ['another name without the value', { headerName: 'X-New' }, stored],
    ['another domain without the value', {}, moved],
    ['another domain with the same name', { headerName: 'X-Key' }, moved],
    ['an empty name alone', { headerName: '' }, stored],
    ['a null name alone', { headerName: null }, stored],
    ['an empty value alone', { headerValue: '' }, stored],
    ['a null value alone', { headerValue: null }, stored],
    ['a value where there is no name', { headerValue: 'n' }, bare],
    ['a name where there is no value', { headerName: 'X-Key' }, bare],
  ])('is refused with %s', (_, input, before) => {
    const refusal = refusalOf(() => resolveHeaderPair(input, before));
    expect([refusal.code, refusal.message]).toEqual(['HEADER_PAIR_REQUIRED', exact]);
  });
});

import { describe, expect, it } from 'vitest';

import { repeatedCallRemark } from '#capabilities/repeated-call.ts';

const get = (
  callId: string,
  { status = 200, body = 'same', url = 'https://api.example.com/stock' } = {},
) => ({
  call: { name: 'http_request', callId, method: 'GET', url } as const,
  result: {
    kind: 'response',
    status,
    headers: { date: callId },
    body,
    truncated: false,
  } as const,
});

describe('a call that is repeated', () => {
  it('is remarked on when it gets the same result for the third time, and only then', () => {
    const told = [{ role: 'user', content: expect.stringContaining('three times') }];
    expect(repeatedCallRemark([get('1')], [get('2')])).toEqual([]);
    expect(repeatedCallRemark([get('1'), get('2')], [get('3')])).toEqual(told);
    expect(repeatedCallRemark([get('1')], [get('2'), get('3')])).toEqual(told);
    expect(repeatedCallRemark([get('1'), get('2'), get('3')], [get('4')])).toEqual([]);
  });

  it('is not remarked on while its results differ, or it is another call', () => {
    expect(repeatedCallRemark([get('1'), get('2', { body: 'other' })], [get('3')])).toEqual([]);
    expect(repeatedCallRemark([get('1'), get('2')], [get('3', { status: 404 })])).toEqual([]);
    expect(repeatedCallRemark([get('1'), get('2')], [get('3', { url: 'https://a.example/' })])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';

import { headerHints } from '#network-access/header-hints.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('headerHints', () => {
  it.each([
    ['Authorization', 'Bearer sk_live_1'],
    ['Authorization', basic('user:password')],
    ['Authorization', basic('the-key:')],
    ['Authorization', 'Token abcdef'],
    ['X-API-Key', 'abcdef'],
    ['Cookie', 'a=b; c=d'],
  ])('has nothing to say about %s: %s', (headerName, headerValue) => {
    expect(headerHints({ headerName, headerValue })).toEqual([]);
  });

  it.each([
    ['a missing Bearer', 'Authorization', 'sk_live_1', /begins with its method/],
    ['a doubled Bearer', 'Authorization', 'Bearer Bearer sk_live_1', /once/],
    ['two spaces after Bearer', 'Authorization', 'Bearer  sk_live_1', /exactly one space/],
    ['Bearer in a key header', 'X-API-Key', 'Bearer sk_live_1', /Authorization/],
    ['Basic without a colon', 'authorization', basic('just-the-key'), /colon at its end/],
    ['Basic that is not encoded', 'Authorization', 'Basic user:pass', /base64/],
    ['a line break at the end', 'X-Key', 'abc\r\n', /line break/],
    ['quotation marks', 'X-Key', '"abc"', /quotation marks/],
    ['a secret too short to be found again', 'Authorization', 'Bearer abcde', /not recognised/],
    ['a short secret behind an id', 'X-Key', 'my-id:abcde', /not recognised/],
    ['a short Basic password', 'Authorization', basic('ada:pass'), /not recognised/],
    ['a placeholder', 'Authorization', 'Bearer <API_KEY>', /placeholder/],
  ])('speaks of %s', (_, headerName, headerValue, sentence) => {
    const hints = headerHints({ headerName, headerValue });
    expect(hints.some((hint) => sentence.test(hint))).toBe(true);
  });

  it('never repeats the value', () => {
    const hints = headerHints({ headerName: 'Authorization', headerValue: 'sk_live_1\n' });
    expect(hints.length).toBeGreaterThan(0);
    expect(hints.join(' ')).not.toContain('sk_live_1');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDataUrl } from '#tools/image/data-url.ts';

const text = (url: string) => Buffer.from(decodeDataUrl(url)).toString();

describe('decodeDataUrl', () => {
  it.each([
    ['as it should be', 'data:image/png;base64,aGVsbG8h'],
    ['without a media type', 'data:;base64,aGVsbG8h'],
    ['with parameters', 'data:image/png;name=a.png;base64,aGVsbG8h'],
    ['in capitals', 'DATA:image/png;BASE64,aGVsbG8h'],
    ['with blanks and line breaks', 'data:image/png;base64, aGVs\r\nbG8h\n'],
    ['percent-encoded', 'data:image/png;base64,aGVsbG8%68'],
  ])('reads one %s', (_, url) => {
    expect(text(url)).toBe('hello!');
  });

  it.each([
    ['data:;base64,aGVsbG8=', 'hello'],
    ['data:;base64,aGVsbG8', 'hello'],
    ['data:;base64,aGVsbG8%3D', 'hello'],
    ['data:;base64,_-8', Buffer.from('_-8', 'base64url').toString()],
  ])('reads %s whatever its padding and alphabet', (url, expected) => {
    expect(text(url)).toBe(expected);
  });

  it.each([
    ['data:image/png;base64', 'no comma'],
    ['data:image/svg+xml,<svg/>', 'not base64'],
    ['data:image/png;base64,', 'empty'],
    ['data:image/png;base64,a$b', 'not valid base64'],
    ['data:image/png;base64,aGVsb', 'not valid base64'],
    ['data:image/png;base64,aG=sbG8', 'not valid base64'],
    ['data:image/png;base64,%zz', 'not valid base64'],
    [`data:image/png;base64,${'A'.repeat(13_333_400)}`, 'larger than 10 MB'],
    [`data:image/png;base64,${'A'.repeat(50_000_000)}`, 'larger than 10 MB'],
  ])('refuses %s', (url, sentence) => {
    const hint = sentence.startsWith('larger') ? undefined : expect.stringContaining('in base64, whole');
    expect(() => decodeDataUrl(url)).toThrow(expect.objectContaining({ code: 'INVALID_IMAGE', hint }));
    expect(() => decodeDataUrl(url)).toThrow(sentence);
  });

  it('takes 10 MB, and not a byte more', () => {
    const url = (bytes: number) => `data:;base64,${Buffer.alloc(bytes).toString('base64')}`;
    expect(decodeDataUrl(url(10_000_000))).toHaveLength(10_000_000);
    expect(() => decodeDataUrl(url(10_000_001))).toThrow('larger than 10 MB');
  });

  it('gives back what was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        expect([...decodeDataUrl(`data:image/png;base64,${base64}`)]).toEqual([...bytes]);
        expect([...decodeDataUrl(`data:image/png;base64,${encodeURIComponent(base64)}`)]).toEqual([...bytes]);
      }),
    );
  });
});

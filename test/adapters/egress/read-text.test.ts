import { describe, expect, it } from 'vitest';

import { readText } from '#egress/read-text.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const noHits = () => 0;

describe('readText', () => {
  it.each([
    ['application/json', Buffer.from('{"a":1}'), '{"a":1}'],
    ['application/problem+json; charset=utf-8', Buffer.from('{}'), '{}'],
    ['text/html', Buffer.from('Zoë'), 'Zoë'],
    ['text/plain; charset=iso-8859-1', Buffer.from('Zoë', 'latin1'), 'Zoë'],
    ['text/plain; charset="UTF-16LE"', utf16('key'), 'key'],
    ['text/plain', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('key')]), 'key'],
    [
      'text/plain; charset=utf-16',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('key')]),
      'key',
    ],
    ['', Buffer.from('no type'), 'no type'],
    ['application/xml', Buffer.from('<a/>'), '<a/>'],
    ['TEXT/CSV', Buffer.from('a,b'), 'a,b'],
    ['image/png', Buffer.alloc(0), ''],
  ])('reads %j', (contentType, bytes, text) => {
    expect(readText(bytes, contentType, noHits)).toBe(text);
  });

  it.each([
    ['image/png', Buffer.from('anything'), '[image/png, 8 bytes, not shown]'],
    ['application/octet-stream', Buffer.from('anything'), '[application/octet-stream, 8 bytes, not shown]'],
    ['text/plain', utf16('key'), '[text/plain, 6 bytes, not shown]'],
    ['', Buffer.from([1, 0, 2]), '[unknown type, 3 bytes, not shown]'],
    ['text/plain; charset=utf-7', Buffer.from('key'), '[text/plain, 3 bytes, not shown]'],
  ])('shows a note in place of %j', (contentType, bytes, note) => {
    expect(readText(bytes, contentType, noHits)).toBe(note);
  });
});

describe('a charset that the bytes do not have', () => {
  const hits = (text: string) => text.split('the-secret').length - 1;

  it.each(['utf-16le', 'utf-16be'])('hides no secret: %s', (charset) => {
    const bytes = Buffer.from('{"key": "the-secret"}!');
    expect(readText(bytes, `text/plain; charset=${charset}`, hits)).toBe('[text/plain, 22 bytes, not shown]');
  });

  it('is told apart from one that they have', () => {
    const text = 'Zoë: the-secret';
    expect(readText(Buffer.from(text, 'latin1'), 'text/plain; charset=iso-8859-1', hits)).toBe(text);
    expect(readText(utf16(text), 'text/plain; charset=utf-16le', hits)).toBe(text);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { xmlFields } from '#rules/document/xml-fields.ts';
import { documentOf } from '#test/support/turn-input.ts';

const multipart = [
  '--b',
  'Content-Disposition: form-data; name="status"',
  '',
  'païd',
  '--b',
  'Content-Disposition: form-data; name="file"; filename="a.png"',
  'Content-Type: image/png',
  '',
  'PNG!',
  '--b--',
  '',
].join('\r\n');

describe('a delivery as a document', () => {
  it.each<[string, string, string | null, string, unknown]>([
    ['JSON', '{"a":1}', 'application/json', 'json', { a: 1 }],
    ['JSON of a vendor', '{"a":1}', 'application/vnd.x+json; charset=utf-8', 'json', { a: 1 }],
    ['JSON without a type', '[1]', null, 'json', [1]],
    ['JSON that says it is a form', '{"a":1}', 'application/x-www-form-urlencoded', 'json', { a: 1 }],
    ['broken JSON', '{"a":', 'application/json', 'text', undefined],
    ['a scalar', '"hi"', 'application/json', 'json', 'hi'],
    [
      'a form',
      'a=1&b=%C3%A9&a=2&__proto__=x',
      'application/x-www-form-urlencoded',
      'form',
      JSON.parse('{"a":["1","2"],"b":"é","__proto__":"x"}'),
    ],
    [
      'a multipart form',
      multipart,
      'multipart/form-data; boundary=b',
      'form',
      { status: 'païd', file: 'a.png (image/png, 4 bytes)' },
    ],
    ['XML', '<a b="1"><c>x</c><c>y</c></a>', 'text/xml', 'xml', { a: { b: '1', c: ['x', 'y'] } }],
    ['text', 'hello', 'text/plain', 'text', undefined],
    ['nothing', '', 'application/json', 'empty', undefined],
  ])('reads %s', (_, body, contentType, kind, root) => {
    expect(documentOf(body, { contentType })).toMatchObject({ kind, ...(root !== undefined && { root }) });
  });

  it('reads the text fields of a form with a binary file in it', () => {
    const bytes = Buffer.concat([
      Buffer.from(multipart.slice(0, -9)),
      Buffer.of(0, 255, 254, 0),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const document = documentOf(bytes, { contentType: 'multipart/form-data; boundary="b"' });
    expect(document).toMatchObject({ kind: 'form', root: { status: 'païd' } });
  });

  it('reads any bytes under any type without a throw', () => {
    const types = fc.constantFrom(
      null,
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=b',
      'application/xml',
      'a/b; charset=x',
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), types, (body, contentType) => {
        expect(documentOf(body, { contentType }).body).toBe(body);
      }),
      { numRuns: 500 },
    );
  });
});

describe('XML', () => {
  it.each<[string, unknown]>([
    ['<a>1 &lt; 2 &#x41;</a>', { a: '1 < 2 A' }],
    ['<a><![CDATA[<b>]]></a>', { a: '<b>' }],
    ['<x:a xmlns:x="u"><x:b/></x:a>', { a: { b: '' } }],
    ['<!-- c --><a>t<b>u</b></a>', { a: { b: 'u', text: 't' } }],
    ['<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', null],
    ['<a><b></a></b>', null],
    ['<a>', null],
    ['text', null],
    ['<a>'.repeat(100) + '</a>'.repeat(100), null],
  ])('%s', (text, expected) => expect(xmlFields(text)).toEqual(expected));

  it('takes any text without a throw', () => {
    const piece = fc.constantFrom('<', '>', 'a', '/', '=', '"', '&', ';', '<a>', '</a>', '<!--', ']]>', ' ');
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void xmlFields(pieces.join(''))));
  });
});

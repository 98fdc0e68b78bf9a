import { expect, test } from 'vitest';

import { fieldsOfMultipart } from '#senders/multipart.ts';

const part = (head: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const fieldsOf = (body: string | Buffer, contentType = 'multipart/form-data; boundary=b') => [
  ...(fieldsOfMultipart(Buffer.from(body), contentType)?.entries() ?? []),
];

test('reads the text fields of a form, with lines and letters of any alphabet', () => {
  const body = `${part('name="order"', '7')}${part('name="naïve"', 'Zoë\r\n\r\n第二行')}--b--\r\n`;
  const expected = [
    ['order', '7'],
    ['naïve', 'Zoë\r\n\r\n第二行'],
  ];
  expect(fieldsOf(body)).toEqual(expected);
  expect(fieldsOf(body, 'multipart/form-data; charset=utf-8; boundary="b"')).toEqual(expected);
});

test('leaves out files, long values and parts without a name', () => {
  const body = [
    part('name="file"; filename="a.txt"', 'x'),
    part('filename="a.txt"; name="file"', 'x'),
    part('name="file"; filename*=UTF-8\'\'a.txt', 'x'),
    part('name="long"', 'x'.repeat(100_001)),
    part('size=1', 'x'),
    part('name="kept"', ''),
  ].join('');
  expect(fieldsOf(`${body}--b--`)).toEqual([['kept', '']]);
});

test('reads two hundred fields at most', () => {
  const body = Array.from({ length: 300 }, (_, i) => part(`name="f${i}"`, 'x')).join('');
  expect(fieldsOf(body)).toHaveLength(200);
});

test('is nothing without a boundary', () => {
  expect(fieldsOfMultipart(Buffer.from('x'), 'multipart/form-data')).toBeUndefined();
  expect(fieldsOf('no parts')).toEqual([]);
});

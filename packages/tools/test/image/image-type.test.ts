import fc from 'fast-check';
import { expect, it } from 'vitest';
import { imageTypeOf } from '#tools/image/image-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const box = (...brands: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * (brands.length - 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`,
  );

it.each([
  ['\u0089PNG\r\n\u001a\n...', 'PNG'],
  ['\u00ff\u00d8\u00ff\u00e0', 'JPEG'],
  ['RIFF....WEBPVP8 ', 'WebP'],
  ['GIF87a', 'GIF'],
  ['GIF89a', 'GIF'],
  ['RIFF....WAVE', undefined],
  ['GIF88a', undefined],
  ['II*\0', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('reads %j as %s', (text, type) => {
  expect(imageTypeOf(bytes(text))).toBe(type);
});

it.each([
  [['avif'], 'AVIF'],
  [['avis', 'avif'], 'AVIF'],
  [['mif1', 'miaf', 'avif'], 'AVIF'],
  [['heic', 'mif1'], undefined],
  [['isom', 'mp41'], undefined],
])('reads an ISO file with the brands %j as %s', (brands, type) => {
  expect(imageTypeOf(box(...brands))).toBe(type);
});

it('never throws, however short the bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (some) => void imageTypeOf(some)));
  for (let length = 0; length < 20; length += 1) imageTypeOf(box('avif', 'mif1').subarray(0, length));
});

import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFirstLook } from '@reveille/pdf';
import { startEngine, type TestEngine } from './support/engine.ts';
import { makePdf, rawPdf, rawStream } from './support/make-pdf.ts';
import { inkOf, render } from './support/render.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
});
afterAll(() => engine[Symbol.asyncDispose]());

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const box = '/MediaBox [0 0 300 200] /Resources << /Font << /F1 6 0 R >> >>';
const page = (content: number, type = '/Type /Page') =>
  `<< ${type} /Parent 2 0 R ${box} /Contents ${content} 0 R >>`;
const pages = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const words = (text: string) => `BT /F1 30 Tf 20 100 Td (${text}) Tj ET 20 20 100 30 re f`;
const first = rawStream('', words('First page'));

const changed = (file: Uint8Array, from: string | RegExp, to: string) =>
  Buffer.from(Buffer.from(file).toString('latin1').replace(from, to), 'latin1');

const sound = rawPdf([
  catalogue,
  pages('3 0 R 4 0 R', 2),
  page(5),
  page(7),
  first,
  font,
  rawStream('', words('Second page')),
]);
const withObjects = (kids: string, count: number, ...more: readonly string[]) =>
  rawPdf([catalogue, pages(kids, count), page(5), 'null', first, font, ...more]);

/** Files that say something else than they hold, of which every viewer shows the first page. */
const damaged: Readonly<Record<string, Uint8Array>> = {
  'whose index points elsewhere': changed(sound, /0000000\d+ 00000 n/g, '0000000003 00000 n'),
  'without an index': changed(sound, /xref\n[\s\S]*?trailer/, 'trailer'),
  'cut off before its trailer': Buffer.from(sound).subarray(0, Buffer.from(sound).indexOf('xref\n')),
  'whose streams are longer than they say': changed(sound, /\/Length \d+/g, '/Length 3'),
  'whose objects do not end': changed(sound, /endobj\n/g, ''),
  'whose Kids have a page that is not there': withObjects('3 0 R 99 0 R', 2),
  'whose Kids have null': withObjects('3 0 R null', 2),
  'whose Kids have a number': withObjects('3 0 R 7', 2),
  'whose tree counts too many pages': withObjects('3 0 R', 5),
  'whose tree counts too few pages': changed(sound, '/Count 2', '/Count 1'),
  'whose page names no type': rawPdf([catalogue, pages('3 0 R', 1), page(5, ''), 'null', first, font]),
  'whose page names another type': rawPdf([
    catalogue,
    pages('3 0 R', 1),
    page(5, '/Type /Pge'),
    'null',
    first,
    font,
  ]),
  'whose page stands in Kids itself': rawPdf([catalogue, pages(page(5), 1), 'null', 'null', first, font]),
  'whose page is in Kids twice': withObjects('3 0 R 3 0 R', 2),
  'whose page has an unreadable annotation': rawPdf([
    catalogue,
    pages('3 0 R', 1),
    page(5).replace('/Contents', '/Annots [99 0 R 7 (x)] /Contents'),
    'null',
    first,
    font,
  ]),
  'whose outline leads back to itself': rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>',
    pages('3 0 R', 1),
    page(5),
    'null',
    first,
    font,
    '<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 1 >>',
    '<< /Title (Loop) /Parent 7 0 R /Next 8 0 R /First 8 0 R /Dest [3 0 R /Fit] >>',
  ]),
  'with a broken stream that no page needs': withObjects(
    '3 0 R',
    1,
    rawStream('/Filter /FlateDecode', 'no zlib'),
  ),
  'with an object stream that is broken': withObjects(
    '3 0 R',
    1,
    rawStream('/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', 'no zlib'),
  ),
  'whose catalogue has parts of other kinds': rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Names 7 /Outlines (x) /AcroForm [1] /PageLabels 5 0 R /OCProperties 3 /Metadata 6 0 R >>',
    pages('3 0 R', 1),
    page(5),
    'null',
    first,
    font,
  ]),
};

async function mayBePdf(file: Uint8Array): Promise<boolean> {
  const look = createFirstLook();
  await Array.fromAsync(look.pass(Readable.from([Buffer.from(file)])));
  return look.mayBePdf();
}

it.each(Object.entries(damaged))('a file %s is read, split and merged', async (_, file) => {
  expect(await mayBePdf(file)).toBe(true);
  const info = await engine.info(file);
  expect(info.pageCount).toBeGreaterThan(0);
  expect((await engine.text(file, '1')).text).toContain('First page');
  const [whole] = await render(sound);
  expect(inkOf(whole!)).toBeGreaterThan(50);
  expect(await render(await engine.split(file, '1'))).toEqual([whole]);
  const merged = await render(await engine.merge([file, await makePdf(1)]));
  expect(merged[0]).toEqual(whole);
});

it('a file whose page tree leads back to itself is read and split, and no merge says that it has all of it', async () => {
  const file = withObjects('3 0 R 2 0 R', 2);
  expect((await engine.text(file, '1')).text).toContain('First page');
  expect(await render(await engine.split(file, '1'))).toEqual((await render(sound)).slice(0, 1));
  expect(await engine.outcome('merge', [file, await makePdf(1)])).toMatchObject({ code: 'INVALID_PDF' });
});

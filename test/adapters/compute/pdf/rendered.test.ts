import { PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEngine, type TestEngine } from './support/engine.ts';
import { addForm, addOutline, linkTo, makeDocument, makePdf, rawPdf, rawStream } from './support/make-pdf.ts';
import { inkOf, render } from './support/render.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
});
afterAll(() => engine[Symbol.asyncDispose]());

/** Catalogue, page tree and as many pages as contents are given; objects from 10 on are `more`. */
function pagesOf(
  contents: readonly string[],
  resources: string,
  more: readonly string[],
  catalogExtra = '',
): Uint8Array {
  const kids = contents.map((_, at) => `${3 + at} 0 R`);
  const streams = contents.map((content) => rawStream('', content));
  const pages = contents.map(
    (_, at) =>
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources ${resources} /Contents ${3 + contents.length + at} 0 R >>`,
  );
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogExtra} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${contents.length} >>`,
    ...pages,
    ...streams,
  ];
  const empty = Array.from({ length: 9 - objects.length }, () => 'null');
  return rawPdf([...objects, ...empty, ...more]);
}

const square = (x: number) => rawStream('', `500 0 0 0 500 500 d1 ${x} 0 400 400 re f`);

/** A font of glyphs that are drawn, whose names are the keys of an indirect dictionary. */
function drawnFont(glyphs: readonly string[]): readonly string[] {
  const streams = glyphs.map((_, at) => square(at * 20));
  return [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar ${64 + glyphs.length} /Widths [${glyphs.map(() => 500).join(' ')}] /Encoding << /Differences [65 ${glyphs.map((glyph) => `/${glyph}`).join(' ')}] >> /Resources << >> /CharProcs 11 0 R >>`,
    `<< ${glyphs.map((glyph, at) => `/${glyph} ${12 + at} 0 R`).join(' ')} >>`,
    ...streams,
  ];
}

const threeLetters = 'BT /F1 40 Tf 20 100 Td (ABC) Tj ET';

/** Pages of a made-up document with what documents have: a form, an outline, links. */
async function richPdf(): Promise<Uint8Array> {
  const made = await makeDocument(4);
  addForm(made);
  addOutline(made);
  linkTo(made, made.pages[0]!, made.pages[2]!);
  return made.document.save();
}

const layersOf = (catalogExtra: string) =>
  pagesOf(
    [
      '/OC /One BDC 20 20 50 50 re f EMC /OC /Two BDC 120 20 50 50 re f EMC',
      '/OC /Two BDC 20 20 90 90 re f EMC',
    ],
    '<< /Properties << /One 10 0 R /Two 11 0 R >> >>',
    ['<< /Type /OCG /Name (Layer) >>', '<< /Type /OCG /Name (Layer) >>'],
    catalogExtra,
  );

const documents: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a form, an outline and links': richPdf,
  'glyphs named T and V': () =>
    pagesOf([threeLetters, threeLetters], '<< /Font << /F1 10 0 R >> >>', drawnFont(['T', 'V', 'Kids'])),
  'glyphs named T and Parent': () =>
    pagesOf([threeLetters, threeLetters], '<< /Font << /F1 10 0 R >> >>', drawnFont(['T', 'Parent', 'a'])),
  'a glyph named FT': () =>
    pagesOf([threeLetters, threeLetters], '<< /Font << /F1 10 0 R >> >>', drawnFont(['FT', 'b', 'c'])),
  'glyphs named Rect and Subtype': () =>
    pagesOf(
      [threeLetters, threeLetters],
      '<< /Font << /F1 10 0 R >> >>',
      drawnFont(['Rect', 'Subtype', 'c']),
    ),
  'layers without properties in the catalogue': () => layersOf(''),
  'two layers of one name, one of them hidden': () =>
    layersOf('/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>'),
  'two layers of one name, the other one hidden': () =>
    layersOf('/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [11 0 R] >> >>'),
};

describe.each(Object.entries(documents))('%s', (_, make) => {
  it('a split looks like the pages it was taken from', async () => {
    const source = await make();
    const pages = await render(source);
    expect(Math.max(...pages.map(inkOf))).toBeGreaterThan(50);
    expect(await render(await engine.split(source, '2,1'))).toEqual([pages[1], pages[0]]);
  });
});

it('a split of a document without a list of layers gets none, which would hide content', async () => {
  const split = await PDFDocument.load(await engine.split(layersOf(''), '1'));
  expect(split.catalog.has(PDFName.of('OCProperties'))).toBe(false);
});

// PDFium draws borrowed fonts with one of its own, so pixels cannot tell.
it('a drawn font that borrows a font of its page takes it along, and no other', async () => {
  const type3 = '/Type /Font /Subtype /Type3 /FontBBox [0 0 900 900] /FontMatrix [0.001 0 0 0.001 0 0]';
  const source = pagesOf(
    ['BT /F1 40 Tf 20 100 Td (A) Tj ET', 'BT /F8 40 Tf 20 50 Td (Other page) Tj ET'],
    '<< /Font << /F1 10 0 R /F8 13 0 R /F9 12 0 R >> >>',
    [
      `<< ${type3} /FirstChar 65 /LastChar 65 /Widths [900] /Encoding << /Differences [65 /a] >> /CharProcs << /a 11 0 R >> >>`,
      rawStream('', '900 0 d0 BT /F9 900 Tf (4) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ],
  );
  const { context } = await PDFDocument.load(await engine.split(source, '1'));
  const objects = context.enumerateIndirectObjects().map(([, value]) => value.toString());
  expect(objects.find((value) => value.includes('/Type3'))).toMatch(/\/Resources <<\s*\/Font <<\s*\/F9 /);
  expect(objects.some((value) => value.includes('/ZapfDingbats'))).toBe(true);
  expect(objects.some((value) => value.includes('/Courier'))).toBe(false);
});

describe('a merge', () => {
  it('hides of two files whose layers have one name in each what was hidden there', async () => {
    const hides = (layer: number) =>
      layersOf(`/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [${layer} 0 R] >> >>`);
    const files = [hides(10), hides(11), layersOf('')];
    const pages = (await Promise.all(files.slice(0, 2).map(render))).flat();
    expect(pages[0]).not.toEqual(pages[2]);
    expect((await render(await engine.merge(files))).slice(0, 4)).toEqual(pages);
  });

  it.each(Object.entries(documents))('looks like the files one after the other: %s', async (_, make) => {
    const [source, other] = [await make(), await makePdf(2)];
    const pages = [...(await render(source)), ...(await render(other))];
    expect(await render(await engine.merge([source, other]))).toEqual(pages);
  });
});

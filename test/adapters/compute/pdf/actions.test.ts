import fc from 'fast-check';
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
} from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allText } from './support/all-text.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import {
  addForm,
  addOutline,
  linkByName,
  linkTo,
  makeDocument,
  makePdf,
  rawPdf,
  rawStream,
  secretOf,
} from './support/make-pdf.ts';
import { encryptedPdf } from './support/encrypt.ts';

// Starting a process takes a third of a second alone, and seconds beside everything else that tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine[Symbol.asyncDispose]());

const parse = async (bytes: Uint8Array) => PDFDocument.load(bytes);

describe('pdf-to-text', () => {
  it('gives every page, and all pages joined by a form feed', async () => {
    const result = await engine.text(await makePdf(3));
    expect(result).toEqual({
      action: 'pdf-to-text',
      pageCount: 3,
      pages: [1, 2, 3].map((page) => ({
        page,
        text: `Page ${page}\n\n${secretOf(page)} and a line of text`,
      })),
      text: result.pages.map(({ text }) => text).join('\f'),
      hasText: true,
      warnings: [],
    });
  });

  it('gives the pages asked for, in that order and with repeats', async () => {
    const { pages, pageCount } = await engine.text(await makePdf(4), '3, 1-2,3');
    expect(pages.map(({ page }) => page)).toEqual([3, 1, 2, 3]);
    expect(pages[3]?.text).toContain(secretOf(3));
    expect(pageCount).toBe(4);
  });

  it('says so when there is nothing to read', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawRectangle({ x: 10, y: 10, width: 100, height: 100 });
    const result = await engine.text(await document.save());
    expect(result).toMatchObject({ hasText: false, text: '', pages: [{ page: 1, text: '' }] });
  });

  it('shows values of form fields beside their labels', async () => {
    const made = await makeDocument(1);
    addForm(made);
    made.pages[0]!.drawText('Name:', { x: 150, y: 606, size: 12, font: made.font });
    made.pages[0]!.drawText('Agreed:', { x: 150, y: 563, size: 12, font: made.font });
    const { text } = await engine.text(await made.document.save());
    expect(text).toMatch(/Name:\s+Value1Field/);
    expect(text).toMatch(/Agreed:\s+\[x\]/);
  });

  it('reads letters that no Latin alphabet has', async () => {
    const unicode = `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
4 beginbfchar <41> <65E5> <42> <672C> <43> <20AC> <44> <0416> endbfchar endcmap`;
    const content = 'BT /F1 20 Tf 50 700 Td (ABCD) Tj ET';
    const { text } = await engine.text(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        rawStream('', content),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
        rawStream('', unicode),
      ]),
    );
    expect(text).toBe('日本€Ж');
  });

  it('reads a damaged file and says that it repaired it', async () => {
    const whole = Buffer.from(await (await makeDocument(2)).document.save({ useObjectStreams: false }));
    const cut = whole.subarray(0, whole.lastIndexOf('xref\n0') + 4);
    const result = await engine.text(cut);
    expect(result.text).toContain(secretOf(2));
    expect(result.warnings).toEqual(['REPAIRED']);
  });

  it('reads a file whose header does not begin at its first byte', async () => {
    const { text } = await engine.text(Buffer.concat([Buffer.alloc(900, '\n'), await makePdf(1)]));
    expect(text).toContain(secretOf(1));
  });

  it('warns of layers that are switched off', async () => {
    const { warnings } = await engine.text(await withLayer('OFF'));
    expect(warnings).toEqual(['HIDDEN_LAYERS']);
    expect((await engine.text(await withLayer('ON'))).warnings).toEqual([]);
  });

  it('reads what is written in a signature, on a button and in a stamp, but not what is hidden', async () => {
    const { text, warnings } = await engine.text(
      drawnAnnotations([
        ['/Subtype /Widget /FT /Sig /T (sig) /F 132', 'Signed by Ada Lovelace', '[50 600 250 640]'],
        ['/Subtype /Widget /FT /Btn /Ff 65536 /T (reset) /F 4', 'Reset all', '[50 500 250 540]'],
        ['/Subtype /Stamp /F 4', 'APPROVED', '[50 400 250 440]'],
        ['/Subtype /Widget /FT /Sig /T (old) /F 2', 'Hidden signature', '[50 300 250 340]'],
        ['/Subtype /Widget /FT /Tx /T (name) /V (Typed) /F 4', 'Appearance', '[50 200 250 240]'],
      ]),
    );
    expect(text.split(/\n+/)).toEqual([
      'On the page',
      'Signed by Ada Lovelace',
      'Reset all',
      'APPROVED',
      'Typed',
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads a page whose font names no characters with the engine that knows them', async () => {
    const { text } = await engine.text(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        rawStream('', 'BT /F1 20 Tf 50 700 Td (Font without a name) Tj ET'),
        '<< /Type /Font /Subtype /Type1 >>',
      ]),
    );
    expect(text).toBe('Font without a name');
  });

  it('does not read out a password field', async () => {
    const made = await makeDocument(1);
    const field = made.document.getForm().createTextField('pin');
    field.setText('hunter22');
    field.enablePassword();
    field.addToPage(made.pages[0]!, { x: 200, y: 400, width: 100, height: 20 });
    expect((await engine.text(await made.document.save())).text).not.toContain('hunter22');
  });
});

/** A page of annotations that are drawn: their entries, their text, their place. */
function drawnAnnotations(annotations: readonly (readonly [string, string, string])[]): Uint8Array {
  const font = '/Resources << /Font << /F1 5 0 R >> >>';
  const first = 6;
  const references = annotations.map((_, index) => `${first + index * 2} 0 R`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${font} /Annots [${references.join(' ')}] >>`,
    rawStream('', 'BT /F1 12 Tf 50 700 Td (On the page) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations.flatMap(([entries, text, rect], index) => [
      `<< /Type /Annot ${entries} /Rect ${rect} /P 3 0 R /AP << /N ${first + index * 2 + 1} 0 R >> >>`,
      rawStream(
        `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${font}`,
        `BT /F1 12 Tf 5 15 Td (${text}) Tj ET`,
      ),
    ]),
  ]);
}

async function withLayer(state: 'ON' | 'OFF') {
  const made = await makeDocument(1);
  const { context, catalog } = made.document;
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Draft') }));
  made.pages[0]!.node.Resources()!.set(PDFName.of('Properties'), context.obj({ L1: layer }));
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { [state]: [layer] } }));
  return made.document.save();
}

describe('get-info', () => {
  it('describes pages and document', async () => {
    const document = await PDFDocument.create();
    document.addPage([612, 792]);
    document.addPage([841.89, 595.28]).setRotation(degrees(270));
    document.setTitle('Annual report');
    document.setAuthor('Ada Lovelace');
    document.setSubject('Numbers');
    document.setKeywords(['engine', 'notes']);
    document.setCreator('Writer');
    document.setProducer('Maker');
    document.setCreationDate(new Date('2024-03-05T10:20:30Z'));
    document.setModificationDate(new Date('2025-01-01T00:00:00Z'));
    const bytes = await document.save();
    expect(await engine.info(bytes)).toEqual({
      action: 'get-info',
      pageCount: 2,
      pages: [
        { page: 1, width: 612, height: 792, rotation: 0 },
        { page: 2, width: 841.89, height: 595.28, rotation: 270 },
      ],
      title: 'Annual report',
      author: 'Ada Lovelace',
      subject: 'Numbers',
      keywords: 'engine notes',
      creator: 'Writer',
      producer: 'Maker',
      createdAt: '2024-03-05T10:20:30.000Z',
      modifiedAt: '2025-01-01T00:00:00.000Z',
      pdfVersion: '1.7',
      encrypted: false,
      sizeBytes: bytes.length,
    });
  });

  it('gives null for what is absent', async () => {
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] >>',
    ]);
    expect(await engine.info(bytes)).toMatchObject({
      title: null,
      author: null,
      subject: null,
      keywords: null,
      creator: null,
      producer: null,
      createdAt: null,
      modifiedAt: null,
      pages: [{ page: 1, width: 100, height: 200, rotation: 0 }],
    });
  });

  it('reads a file that only restricts editing, and says that it is encrypted', async () => {
    const bytes = encryptedPdf({ userPassword: '', text: 'Readable' });
    expect(await engine.info(bytes)).toMatchObject({ encrypted: true, pageCount: 1 });
    expect((await engine.text(bytes)).text).toBe('Readable');
    expect((await engine.text(await engine.split(bytes, '1'))).text).toBe('Readable');
    expect((await engine.text(await engine.merge([bytes, bytes]))).text).toBe('Readable\fReadable');
  });
});

describe('split', () => {
  it('keeps order and repeats', async () => {
    const bytes = await engine.split(await makePdf(5), '4,2-3,4');
    const { pages } = await engine.text(bytes);
    expect(pages.map(({ text }) => text?.split('\n')[0])).toEqual(['Page 4', 'Page 2', 'Page 3', 'Page 4']);
  });

  it('holds nothing of any other page, raw or decompressed', async () => {
    const made = await makeDocument(4);
    made.pages.forEach((page, index) => linkTo(made, page, made.pages[(index + 1) % 4]!));
    linkByName(made, made.pages[1]!, made.pages[3]!, 'Secret4Name');
    addOutline(made);
    addForm(made);
    const text = allText(await engine.split(await made.document.save(), '2'));
    expect(text).toContain(secretOf(2));
    for (const page of [1, 3, 4])
      expect(text).not.toMatch(new RegExp(`Secret${page}|Value${page}|hapter ${page}`));
  });

  it('holds nothing of any other page, whatever is linked and whatever is kept', async () => {
    const page = fc.integer({ min: 0, max: 4 });
    const links = fc.array(fc.tuple(page, page), { maxLength: 8 });
    const property = fc.asyncProperty(
      links,
      fc.array(page, { minLength: 1, maxLength: 4 }),
      async (pairs, kept) => {
        const made = await makeDocument(5);
        for (const [from, to] of pairs) linkTo(made, made.pages[from]!, made.pages[to]!);
        addOutline(made);
        addForm(made);
        const split = await engine.split(
          await made.document.save(),
          kept.map((index) => index + 1).join(','),
        );
        const found = new Set(
          [...allText(split).matchAll(/(?:Secret|Value|Chapter )(\d)/g)].map(([, number]) => Number(number)),
        );
        expect(found).toEqual(new Set(kept.map((index) => index + 1)));
      },
    );
    await fc.assert(property, { numRuns: 8 });
  });

  it('drops images of other pages from a dictionary that all pages share', async () => {
    const box = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 9 0 R';
    const form = (word: string) =>
      rawStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources 10 0 R',
        `BT /F1 12 Tf 50 500 Td (${word}) Tj ET`,
      );
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      `<< ${box} /Contents 5 0 R >>`,
      `<< ${box} /Contents 6 0 R >>`,
      rawStream('', '/X1 Do'),
      rawStream('', '/X2 Do'),
      form(secretOf(1)),
      form(secretOf(2)),
      '<< /Font << /F1 11 0 R >> /XObject << /X1 7 0 R /X2 8 0 R >> >>',
      '<< /Font << /F1 11 0 R >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]);
    const text = allText(await engine.split(bytes, '1'));
    expect(text).toContain(secretOf(1));
    expect(text).not.toContain(secretOf(2));
  });

  it('keeps metadata, outline entries, links and form fields of the kept pages', async () => {
    const made = await makeDocument(4);
    made.document.setTitle('Kept title');
    linkTo(made, made.pages[1]!, made.pages[3]!);
    linkTo(made, made.pages[1]!, made.pages[0]!);
    addOutline(made);
    addForm(made);
    const split = await engine.split(await made.document.save(), '4,2');
    const document = await parse(split);
    expect(document.getTitle()).toBe('Kept title');
    const names = document
      .getForm()
      .getFields()
      .map((field) => field.getName());
    expect(names.toSorted()).toEqual([
      'form.page2.agreed',
      'form.page2.name',
      'form.page4.agreed',
      'form.page4.name',
    ]);
    expect(document.getForm().getTextField('form.page2.name').getText()).toBe('Value2Field');
    const annotations = document.getPage(1).node.Annots()!;
    const links = annotations
      .asArray()
      .map((ref) => document.context.lookup(ref)!.toString())
      .filter((text) => text.includes('/Link'));
    expect(links).toEqual([expect.stringContaining(document.getPage(0).ref.toString())]);
    const text = allText(split);
    expect(text).toContain('Chapter 2');
    expect(text).toContain('Section about page 4');
    expect(text).not.toContain('Section about page 3');
  });

  it('turns a link by name into one by place', async () => {
    const made = await makeDocument(3);
    linkByName(made, made.pages[0]!, made.pages[2]!, 'there');
    const document = await parse(await engine.split(await made.document.save(), '1,3'));
    const [link] = document.getPage(0).node.Annots()!.asArray();
    expect(document.context.lookup(link)!.toString()).toContain(document.getPage(1).ref.toString());
  });

  it('keeps layers switched off that were', async () => {
    const split = await engine.split(await withLayer('OFF'), '1');
    expect((await engine.text(split)).warnings).toEqual(['HIDDEN_LAYERS']);
  });

  it('splits a damaged file', async () => {
    const whole = Buffer.from(await (await makeDocument(3)).document.save({ useObjectStreams: false }));
    const cut = whole.subarray(0, whole.lastIndexOf('xref\n0') + 4);
    const text = allText(await engine.split(cut, '2'));
    expect(text).toContain(secretOf(2));
    expect(text).not.toContain(secretOf(1));
  });
});

describe('merge', () => {
  it('puts all pages together in the order sent', async () => {
    const [three, one] = [await makePdf(3), await coloured()];
    const merged = await engine.merge([one, three, one]);
    const { pages } = await engine.text(merged);
    expect(pages.map(({ text }) => text?.split('\n')[0])).toEqual([
      'Red',
      'Page 1',
      'Page 2',
      'Page 3',
      'Red',
    ]);
  });

  it('keeps outlines and fields, and names no foreign program as its maker', async () => {
    const made = await makeDocument(2);
    addOutline(made);
    addForm(made);
    const merged = await engine.merge([await made.document.save(), await makePdf(1)]);
    expect(allText(merged)).toContain('Chapter 2');
    expect((await engine.text(merged)).text).toContain('Value2Field');
    expect(await engine.info(merged)).toMatchObject({
      producer: 'Reveille',
      creator: expect.stringContaining('pdf-lib'),
    });
  });

  it('says of itself what the first file said, and keeps the labels of all pages', async () => {
    const [first, second] = [await makeDocument(2), await makeDocument(2)];
    first.document.setTitle('Überblick');
    first.document.setAuthor('Ada Lovelace');
    first.document.setCreationDate(new Date('2024-03-05T10:20:30Z'));
    first.document.setLanguage('de-AT');
    second.document.setTitle('Another');
    second.document.catalog.set(
      PDFName.of('PageLabels'),
      second.document.context.obj({ Nums: [0, { S: 'r' }] }),
    );
    const merged = await engine.merge([await first.document.save(), await second.document.save()]);
    expect(await engine.info(merged)).toMatchObject({
      title: 'Überblick',
      author: 'Ada Lovelace',
      createdAt: '2024-03-05T10:20:30.000Z',
      producer: 'Reveille',
      pageCount: 4,
    });
    const { catalog } = await PDFDocument.load(merged);
    expect(catalog.lookup(PDFName.of('Lang'), PDFHexString).decodeText()).toBe('de-AT');
    const labels = catalog.lookup(PDFName.of('PageLabels'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
    const prefixes = Array.from({ length: labels.size() / 2 }, (_, index) =>
      labels
        .lookup(index * 2 + 1, PDFDict)
        .lookup(PDFName.of('P'), PDFHexString)
        .decodeText(),
    );
    expect(prefixes).toEqual(['1', '2', 'i', 'ii']);
  });

  it('from a file without any facts has none but its maker and date', async () => {
    const empty = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    ]);
    expect(await engine.info(await engine.merge([empty, empty]))).toMatchObject({
      title: null,
      author: null,
      creator: null,
      producer: 'Reveille',
      createdAt: expect.stringMatching(/^20/),
    });
  });

  it('says nothing of repairs when nothing was wrong', async () => {
    expect(await engine.outcome('merge', [await makePdf(1), await makePdf(2)])).toMatchObject({
      status: 'done',
      warnings: [],
    });
    expect(await engine.outcome('split', [await makePdf(3)], '2')).toMatchObject({
      status: 'done',
      warnings: [],
    });
  });

  it('warns that there are layers which are switched off', async () => {
    const [plain, layered] = [await makePdf(1), await withLayer('OFF')];
    for (const inputs of [
      [layered, plain],
      [plain, layered],
    ]) {
      expect(await engine.outcome('merge', inputs)).toMatchObject({ warnings: ['HIDDEN_LAYERS'] });
    }
  });

  it('merges the same file with itself twenty times', async () => {
    const one = await makePdf(1);
    expect((await engine.info(await engine.merge(Array.from({ length: 20 }, () => one)))).pageCount).toBe(20);
  });

  it.each([
    ['is no PDF', Buffer.from('hello'), 'INVALID_PDF'],
    ['needs a password', encryptedPdf({ userPassword: 'x', text: 'No' }), 'PDF_ENCRYPTED'],
  ])('refuses when the second file %s, and names it', async (_, second, code) => {
    expect(await engine.outcome('merge', [await makePdf(1), second])).toMatchObject({
      status: 'refused',
      code,
      message: expect.stringContaining('files: PDF 2 of 2'),
    });
  });

  it('refuses more than 5,000 pages in all', async () => {
    const many = manyPages(2_501);
    expect(await engine.outcome('merge', [many, many])).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

async function coloured(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Courier);
  document.addPage().drawText('Red', { x: 50, y: 700, size: 12, font, color: rgb(1, 0, 0) });
  return document.save();
}

function manyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 612 792] >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R >>'),
  ]);
}

describe('refusals', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'INVALID_PDF'],
    ['text', Buffer.from('just text'), 'INVALID_PDF'],
    ['a header alone', Buffer.from('%PDF-1.7\n'), 'INVALID_PDF'],
    [
      'a document without pages',
      rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
      'INVALID_PDF',
    ],
    ['a password', encryptedPdf({ userPassword: 'x', text: 'No' }), 'PDF_ENCRYPTED'],
    ['5,001 pages', manyPages(5_001), 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s for every action, without a word of an engine or a path', async (_, file, code) => {
    for (const [action, ranges] of [
      ['get-info', null],
      ['pdf-to-text', null],
      ['split', '1'],
    ] as const) {
      const outcome = await engine.outcome(action, [file], ranges);
      expect(outcome).toMatchObject({ status: 'refused', code, message: expect.stringMatching(/^file /) });
      expect(JSON.stringify(outcome)).not.toMatch(/pdf\.js|pdfium|qpdf|tmp|\.pdf|\//i);
    }
  });

  it.each([['6'], ['2-9'], ['1,7']])('refuses ranges %s of five pages', async (ranges) => {
    const bytes = await makePdf(5);
    for (const action of ['pdf-to-text', 'split'] as const) {
      expect(await engine.outcome(action, [bytes], ranges)).toMatchObject({ code: 'INVALID_PAGE_RANGES' });
    }
  });

  it('refuses a split of more than 5,000 pages through repeats', async () => {
    const ranges = Array.from({ length: 1_001 }, () => '1-5').join(',');
    expect(await engine.outcome('split', [await makePdf(5)], ranges)).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });
});

describe('facts that a file states wrongly', () => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>';
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

  it('an earlier version in the catalogue than in the header does not count, a later one does', async () => {
    const versionOf = async (version: string) =>
      (await engine.info(rawPdf([`<< /Type /Catalog /Version /${version} /Pages 2 0 R >>`, pages, page])))
        .pdfVersion;
    expect(await versionOf('1.4')).toBe('1.7');
    expect(await versionOf('2.0')).toBe('2.0');
  });

  it('a page that is not there is not turned', async () => {
    const { pages: described } = await engine.info(rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', pages]));
    expect(described.every(({ rotation }) => rotation >= 0)).toBe(true);
  });

  it('a document without pages is refused by every action', async () => {
    const empty = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']);
    const other = await makePdf(1);
    for (const files of [
      [empty, other],
      [other, empty],
    ])
      expect(await engine.outcome('merge', files)).toMatchObject({ status: 'refused', code: 'INVALID_PDF' });
    for (const action of ['pdf-to-text', 'get-info'] as const)
      expect(await engine.outcome(action, [empty])).toMatchObject({ code: 'INVALID_PDF' });
  });

  it('a file that ends before its first page is complete is beyond repair', async () => {
    const cut = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /',
    );
    for (const action of ['pdf-to-text', 'get-info'] as const)
      expect(await engine.outcome(action, [cut])).toMatchObject({ code: 'INVALID_PDF' });
    expect(await engine.outcome('merge', [cut, await makePdf(1)])).toMatchObject({ code: 'INVALID_PDF' });
  });
});

it('vertical text is read column by column from right to left', async () => {
  const letters = 'いろはにほへとちり';
  const codes = (text: string) =>
    Array.from(text, (letter) => (letters.indexOf(letter) + 1).toString(16).padStart(4, '0')).join('');
  const map = Array.from(
    letters,
    (letter, at) => `<${(at + 1).toString(16).padStart(4, '0')}> <${letter.charCodeAt(0).toString(16)}>`,
  ).join('\n');
  const columns = ['いろは', 'にほへ', 'とちり'].map(
    (text, at) => `BT /F1 20 Tf ${250 - 30 * at} 180 Td <${codes(text)}> Tj ET`,
  );
  const source = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R /F2 8 0 R >> >> /Contents 4 0 R >>',
    rawStream('', `${columns.join('\n')}\nBT /F2 10 Tf 20 10 Td (page 7) Tj ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-V /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 >>',
    rawStream(
      '',
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${letters.length} beginbfchar\n${map}\nendbfchar endcmap end end`,
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
  expect((await engine.text(source)).text).toBe('いろは\nにほへ\nとちり\n\npage 7');
});

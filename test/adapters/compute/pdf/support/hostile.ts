import { deflateSync } from 'node:zlib';
import { rawPdf, rawStream } from './make-pdf.ts';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (extra: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${extra} >>`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const fonts = '/Resources << /Font << /F1 5 0 R >> >>';
const words = 'BT /F1 12 Tf 50 700 Td (Bait) Tj ET';

function packed(bytes: Buffer, times: number): Buffer {
  return times === 0 ? bytes : packed(deflateSync(bytes, { level: 1 }), times - 1);
}

/** Text operators that grow to `megabytes` when unpacked twice. */
function bomb(megabytes: number): string {
  const content = Buffer.alloc(megabytes * 1_000_000, '(Bait) Tj ');
  return rawStream('/Filter [/FlateDecode /FlateDecode]', packed(content, 2));
}

function nested(open: string, close: string, depth: number): string {
  return open.repeat(depth) + close.repeat(depth);
}

function withXrefStream(dictionary: string): Uint8Array {
  const body = `%PDF-1.7\n1 0 obj\n${catalog}\nendobj\n`;
  return Buffer.from(
    `${body}5 0 obj\n${rawStream(`/Type /XRef /Root 1 0 R ${dictionary}`, 'xx')}\nendobj\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Replaces the trailer of a good file. */
function withTrailer(pdf: Uint8Array, extra: string): Uint8Array {
  return Buffer.from(
    Buffer.from(pdf).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${extra}`),
    'latin1',
  );
}

const plain = () => rawPdf([catalog, onePage, page(`/Contents 4 0 R ${fonts}`), rawStream('', words), font]);

function cutInHalf(pdf: Uint8Array): Uint8Array {
  return pdf.subarray(0, Math.floor(pdf.length / 2));
}

/** Files that are made to break a reader. Each is small; each has once hung, crashed or filled some library. */
export const hostileFiles: Readonly<Record<string, () => Uint8Array>> = {
  'a content stream of 200 MB': () =>
    rawPdf([catalog, onePage, page(`/Contents 4 0 R ${fonts}`), bomb(200), font]),
  'a stream of 40 MB drawn two hundred times': () =>
    rawPdf([catalog, onePage, page(`/Contents [${'4 0 R '.repeat(200)}] ${fonts}`), bomb(40), font]),
  'a page tree that holds itself': () =>
    rawPdf([
      catalog,
      '<< /Type /Pages /Kids [2 0 R 2 0 R 3 0 R] /Count 3 >>',
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', words),
      font,
    ]),
  'a page tree that doubles at each of forty levels': () =>
    rawPdf([
      catalog,
      ...Array.from(
        { length: 40 },
        (_, level) =>
          `<< /Type /Pages /Kids [${level + 3} 0 R ${level + 3} 0 R] /Count ${2 ** (40 - level)} >>`,
      ),
      page(''),
    ]),
  'a page count of two thousand million': () =>
    rawPdf([
      catalog,
      '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>',
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', words),
      font,
    ]),
  'an index whose predecessor is itself': () => withTrailer(plain(), '/Prev 9'),
  'an index that claims a thousand million entries': () =>
    withXrefStream('/Size 1000000000 /W [1 2 1] /Index [0 1000000000]'),
  'an index with columns of two thousand million bytes': () => withXrefStream('/Size 3 /W [2000000000 2 1]'),
  'a stream whose length is itself': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      `<< /Length 4 0 R >>\nstream\n${words}\nendstream`,
      font,
    ]),
  'a form that draws itself': () =>
    rawPdf([
      catalog,
      onePage,
      page('/Contents 4 0 R /Resources 6 0 R'),
      rawStream('', '/X1 Do /X1 Do'),
      rawStream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 6 0 R', '/X1 Do /X1 Do'),
      '<< /XObject << /X1 5 0 R >> >>',
    ]),
  'forms that draw each other ten times at each of twelve levels': () =>
    rawPdf([
      catalog,
      onePage,
      page('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>'),
      rawStream('', '/X Do '.repeat(10)),
      ...Array.from({ length: 12 }, (_, level) =>
        rawStream(
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${level + 6} 0 R >> >>`,
          '/X Do '.repeat(10),
        ),
      ),
      rawStream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 m'),
    ]),
  'arrays nested a hundred thousand deep': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts} /Deep ${nested('[', ']', 100_000)}`),
      rawStream('', words),
      font,
    ]),
  'dictionaries nested fifty thousand deep in the catalogue': () =>
    rawPdf([`<< /Type /Catalog /Pages 2 0 R /Deep ${nested('<</A ', '>>', 50_000)} >>`, onePage, page('')]),
  'operands nested two hundred thousand deep': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', `${nested('[', ']', 200_000)} TJ ${words}`),
      font,
    ]),
  'a font with widths for two thousand million glyphs': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', words),
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 2000000000 500] /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 >>',
    ]),
  'a simple font from character 0 to two thousand million': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', words),
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 0 /LastChar 2000000000 /Widths [500] >>',
    ]),
  'a character map over four thousand million codes': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      rawStream('', words),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
      rawStream(
        '',
        '1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <fffffffe> <0041> endbfrange',
      ),
    ]),
  'a predictor with two thousand million columns': () =>
    rawPdf([
      catalog,
      onePage,
      page(`/Contents 4 0 R ${fonts}`),
      rawStream(
        '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >>',
        packed(Buffer.alloc(1_000), 1),
      ),
      font,
    ]),
  'an object stream that claims a thousand million objects': () =>
    rawPdf([
      catalog,
      '9 0 R',
      page(''),
      rawStream('/Type /ObjStm /N 1000000000 /First 10', '9 0 10 0 '),
      font,
    ]),
  'an outline that is its own sibling': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
      onePage,
      page(''),
      '<< /Type /Outlines /First 5 0 R /Last 5 0 R >>',
      '<< /Title (Loop) /Parent 4 0 R /Next 5 0 R /First 5 0 R /Dest [3 0 R /Fit] >>',
    ]),
  'names that hold themselves': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /Names << /Dests 4 0 R >> /PageLabels 5 0 R >>',
      onePage,
      page('/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /A << /S /GoTo /D (x) >> >>]'),
      '<< /Kids [4 0 R 4 0 R] /Limits [(a) (z)] >>',
      '<< /Kids [5 0 R] >>',
    ]),
  'a form field that is its own parent': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      onePage,
      page('/Annots [4 0 R]'),
      '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Parent 4 0 R /Kids [4 0 R] /T (loop) /V 4 0 R >>',
    ]),
  'a title of ten megabytes': () =>
    rawPdf([catalog, onePage, page(''), `<< /Title (${'x'.repeat(10_000_000)}) >>`], '/Info 4 0 R'),
  'half a file': () => cutInHalf(plain()),
  'a file of nothing but numbers': () => Buffer.from(`%PDF-1.7\n${'1 0 obj '.repeat(200_000)}`),
};

import { deflateSync } from 'node:zlib';
import { encryptedPdf } from './encrypt.ts';
import { rawPdf, rawStream } from './make-pdf.ts';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const words = 'BT /F1 12 Tf 50 700 Td (Bait) Tj ET';
const page = (extra = '', box = '0 0 612 792') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${extra} >>`;
const plain = (pageText = page()) =>
  Buffer.from(rawPdf([catalog, onePage, pageText, rawStream('', words), font]));

/** A page that draws an image whose data is nonsense in this format. */
function image(filter: string, entries: string): Uint8Array {
  const nonsense = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 73) % 251));
  return rawPdf([
    catalog,
    onePage,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    rawStream('', 'q 600 0 0 700 0 0 cm /X Do Q'),
    rawStream(`/Type /XObject /Subtype /Image /Filter /${filter} ${entries}`, nonsense),
  ]);
}

/** An index in a stream, and all objects in one packed stream that grows to `megabytes`. */
function packedObjects(megabytes: number): Uint8Array {
  const index = '1 0 2 40 3 90 ';
  const bodies = `${catalog.padEnd(40)}${onePage.padEnd(50)}${page()}`;
  const content = deflateSync(Buffer.from((index + bodies).padEnd(megabytes * 1_000_000)), { level: 9 });
  const head = '%PDF-1.7\n';
  const objects = `4 0 obj\n${rawStream(`/Type /ObjStm /N 3 /First ${index.length} /Filter /FlateDecode`, content)}\nendobj\n`;
  const start = head.length + objects.length;
  const rows = [
    [0, 0, 65_535],
    [2, 4, 0],
    [2, 4, 1],
    [2, 4, 2],
    [1, head.length, 0],
    [1, start, 0],
  ];
  const table = Buffer.concat(
    rows.map(([kind = 0, offset = 0, extra = 0]) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(kind);
      row.writeUInt32BE(offset, 1);
      row.writeUInt16BE(extra, 5);
      return row;
    }),
  );
  const xref = `5 0 obj\n${rawStream('/Type /XRef /Size 6 /W [1 4 2] /Root 1 0 R', table)}\nendobj\n`;
  return Buffer.from(`${head}${objects}${xref}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A page tree that is as deep as it has nodes. */
function deepTree(levels: number): Uint8Array {
  const nodes = Array.from(
    { length: levels },
    (_, level) => `<< /Type /Pages /Parent ${level + 1} 0 R /Kids [${level + 3} 0 R] /Count 1 >>`,
  );
  return rawPdf([catalog, ...nodes, '<< /Type /Page /MediaBox [0 0 9 9] >>']);
}

/** Hundreds of fields below each other, and all of them their own kids. */
function tangledForm(): Uint8Array {
  const count = 400;
  const all = Array.from({ length: count }, (_, index) => `${index + 4} 0 R`).join(' ');
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${all}] >> >>`,
    onePage,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [${all}] >>`,
    ...Array.from(
      { length: count },
      (_, index) =>
        `<< /Subtype /Widget /Rect [0 0 9 9] /T (t${index}) /FT /Tx /Parent ${((index + 1) % count) + 4} 0 R /Kids [${all}] >>`,
    ),
  ]);
}

function tangledOutline(): Uint8Array {
  const count = 300;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
    onePage,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    '<< /Type /Outlines /First 5 0 R /Last 5 0 R >>',
    ...Array.from(
      { length: count },
      (_, index) =>
        `<< /Title (T${index}) /Parent 4 0 R /Next ${((index + 7) % count) + 5} 0 R /First ${((index + 3) % count) + 5} 0 R /Dest [3 0 R /Fit] >>`,
    ),
  ]);
}

/** Files too large or too slow for a quick test, and files that are no more than odd: for a service with its real limits. */
export const largeHostileFiles: Readonly<Record<string, () => Uint8Array>> = {
  'a title of thirty megabytes': () =>
    rawPdf(
      [catalog, onePage, page(), rawStream('', words), font, `<< /Title (${'x'.repeat(30_000_000)}) >>`],
      '/Info 6 0 R',
    ),
  'a page a thousand million points wide': () => plain(page('', '0 0 1000000000 1000000000')),
  'a page without extent': () => plain(page('', '5 5 5 5')),
  'a box of things that are no numbers': () => plain(page('', '/A (b) null true')),
  'an index that points nowhere': () =>
    Buffer.from(
      plain()
        .toString('latin1')
        .replaceAll(/^\d{10} /gm, '9999999999 '),
      'latin1',
    ),
  'an index that points at other objects': () =>
    Buffer.from(
      plain()
        .toString('latin1')
        .replaceAll(/^\d{10} 00000 n/gm, '0000000009 00000 n'),
      'latin1',
    ),
  'an index without an end': () => plain().subarray(0, plain().lastIndexOf('trailer')),
  'a JBIG2 image of nonsense': () =>
    image('JBIG2Decode', '/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray'),
  'a JPEG 2000 image of nonsense': () => image('JPXDecode', '/Width 60000 /Height 60000'),
  'a fax of nonsense': () =>
    image('CCITTFaxDecode', '/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray'),
  'an LZW stream of nonsense': () =>
    rawPdf([catalog, onePage, page(), rawStream('/Filter /LZWDecode', Buffer.alloc(100_000, 0x80)), font]),
  'a filter named a thousand times': () =>
    rawPdf([
      catalog,
      onePage,
      page(),
      rawStream(`/Filter [${'/ASCIIHexDecode '.repeat(1_000)}]`, '41'.repeat(1_000)),
      font,
    ]),
  'all objects in a stream that grows to 300 MB': () => packedObjects(300),
  'a thousand million pages by the count alone': () =>
    rawPdf([catalog, '<< /Type /Pages /Kids [] /Count 1000000000 >>', page(), rawStream('', words), font]),
  'a page tree of twenty thousand levels': () => deepTree(20_000),
  'a form of four hundred fields that are each other’s kids': tangledForm,
  'an outline of three hundred entries in a knot': tangledOutline,
  'a page that is its own content, font and parent': () =>
    rawPdf([
      catalog,
      onePage,
      '<< /Type /Page /Parent 3 0 R /MediaBox 3 0 R /Contents 3 0 R /Resources 3 0 R /Font 3 0 R /F1 3 0 R /Annots 3 0 R >>',
    ]),
  'four million operators': () =>
    rawPdf([
      catalog,
      onePage,
      page(),
      rawStream(
        '/Filter /FlateDecode',
        deflateSync(Buffer.from(`BT /F1 9 Tf ${'(a) Tj '.repeat(4_000_000)}ET`)),
      ),
      font,
    ]),
  'a password to open': () => encryptedPdf({ userPassword: 'secret', text: 'Locked' }),
  'a password to edit': () => encryptedPdf({ userPassword: '', text: 'Open' }),
  'a header at byte 1,000': () => Buffer.concat([Buffer.alloc(1_000, ' '), plain()]),
  'a header at byte 2,000': () => Buffer.concat([Buffer.alloc(2_000, ' '), plain()]),
  'a file cut off in its first stream': () => plain().subarray(0, plain().indexOf('Bait')),
  'a page of the web': () => Buffer.from('<!doctype html><title>No PDF</title><p>Nothing to see.'),
  'a page of the web that names the header': () => Buffer.from('<!doctype html><p>%PDF-1.7 is a header'),
  'nothing at all': () => Buffer.alloc(0),
  'fifty megabytes of noughts behind a header': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(49_000_000)]),
  'forty megabytes of headers of objects': () =>
    Buffer.from(`%PDF-1.7\n${'1 0 obj<</Type/Catalog>>'.repeat(1_700_000)}`),
};

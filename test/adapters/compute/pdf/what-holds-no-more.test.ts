import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allText } from './support/all-text.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import { makeDocument, makePdf, rawPdf, rawStream } from './support/make-pdf.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
});
afterAll(() => engine[Symbol.asyncDispose]());

const warningsOf = async (...order: Parameters<TestEngine['outcome']>) =>
  ((await engine.outcome(...order)) as { warnings?: readonly string[] }).warnings;

const profile = Buffer.from('a profile of inks '.repeat(40));

/** With the catalogue in a stream of objects, or in clear. */
async function withIntent(useObjectStreams: boolean): Promise<Uint8Array> {
  const { document } = await makeDocument(2);
  const { context, catalog } = document;
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    DestOutputProfile: context.register(context.flateStream(profile, { N: 4, Alternate: 'DeviceCMYK' })),
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
  return document.save({ useObjectStreams });
}

async function intentOf(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf);
  const intents = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray);
  expect(intents.size()).toBe(1);
  const intent = intents.lookup(0, PDFDict);
  const stream = intent.lookup(PDFName.of('DestOutputProfile')) as PDFRawStream;
  return {
    kind: intent.get(PDFName.of('S'))?.toString(),
    colours: stream.dict.get(PDFName.of('N'))?.toString(),
    holdsProfile: allText(Buffer.from(pdf)).includes(profile.toString()),
  };
}

it.each([[true], [false]])(
  'the intended colours stay in a split and in a merge (catalogue in a stream: %s)',
  async (useObjectStreams) => {
    const source = await withIntent(useObjectStreams);
    const expected = { kind: '/GTS_PDFX', colours: '4', holdsProfile: true };
    expect(await intentOf(await engine.split(source, '2'))).toEqual(expected);
    expect(await intentOf(await engine.merge([source, await makePdf(1)]))).toEqual(expected);
    expect(await intentOf(await engine.merge([await makePdf(1), source]))).toEqual(expected);
  },
);

/** A document of two pages with XMP and further entries of its catalogue. */
const twoPages = (xmp: string, catalog = '', more: readonly string[] = []) =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R /Annots [7 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R >>',
    rawStream('', '0 0 10 10 re f'),
    rawStream('/Type /Metadata /Subtype /XML', xmp),
    ...more,
  ]);

describe('claims of conformance', () => {
  const claims = [
    '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>',
    '<rdf:Description rdf:about="" xmlns:a="http://www.aiim.org/pdfa/ns/id/"><a:part>3</a:part>\n<a:conformance>B</a:conformance></rdf:Description>',
    "<rdf:Description rdf:about='' xmlns:pdfxid='http://www.npes.org/pdfx/ns/id/' pdfxid:GTS_PDFXVersion='PDF/X-4'/>",
    '<rdf:Description rdf:about="" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"><pdfx:GTS_PDFXVersion>PDF/X-1</pdfx:GTS_PDFXVersion><pdfx:Department>Sales</pdfx:Department></rdf:Description>',
  ];
  const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Kept title</rdf:li></rdf:Alt></dc:title></rdf:Description>${claims.join('\n')}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

  it('are not in the metadata of a split, of which the rest stays', async () => {
    const text = allText(await engine.split(twoPages(xmp), '2'));
    expect(text).toContain('Kept title');
    expect(text).toContain('<pdfx:Department>Sales</pdfx:Department>');
    for (const claim of [/pdfuaid:part/, /<a:part/, /conformance/, /GTS_PDFX/, /PDF\/X/])
      expect(text).not.toMatch(claim);
  });

  it('are not in the metadata of a merge', async () => {
    expect(allText(await engine.merge([twoPages(xmp), await makePdf(1)]))).not.toMatch(/pdfuaid|GTS_PDFX/);
  });
});

describe('warnings tell what a document loses', () => {
  it('attachments, with a split; a merge keeps them', async () => {
    const { document } = await makeDocument(2);
    await document.attach(Buffer.from('<invoice>42</invoice>'), 'invoice.xml', { mimeType: 'text/xml' });
    const source = await document.save();
    expect(await warningsOf('split', [source], '1')).toEqual(['ATTACHMENTS_DROPPED']);
    expect(await warningsOf('merge', [source, await makePdf(1)])).toEqual([]);
    expect(allText(await engine.merge([source, await makePdf(1)]))).toContain('<invoice>42</invoice>');
  });

  it('tags, with a split', async () => {
    const source = twoPages(
      '<x/>',
      '/MarkInfo << /Marked true >> /StructTreeRoot << /Type /StructTreeRoot >>',
    );
    expect(await warningsOf('split', [source], '1')).toEqual(['TAGS_DROPPED']);
  });

  it('signatures, with a split and with a merge, wherever the signed document is', async () => {
    const source = twoPages('<x/>', '/AcroForm << /Fields [7 0 R] /SigFlags 3 >>', [
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 50 50] /P 3 0 R /V 8 0 R >>',
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 100 200 100] /Contents <00> >>',
    ]);
    expect(await warningsOf('split', [source], '2')).toEqual(['SIGNATURE_BROKEN']);
    expect(await warningsOf('merge', [source, await makePdf(1)])).toEqual(['SIGNATURE_BROKEN']);
    expect(await warningsOf('merge', [await makePdf(1), source])).toEqual(['SIGNATURE_BROKEN']);
  });

  it('nothing, where a signature field is empty', async () => {
    const source = twoPages('<x/>', '/AcroForm << /Fields [7 0 R] >>', [
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 50 50] /P 3 0 R >>',
    ]);
    expect(await warningsOf('split', [source], '1')).toEqual([]);
  });
});

describe('a page without text', () => {
  const page = (content: string, resources = '') =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /X 5 0 R ${resources} >> >> >>`,
      rawStream('', content),
      rawStream(
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        'a',
      ),
      rawStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /X 5 0 R >> >>',
        'q 200 0 0 200 0 0 cm /X Do Q',
      ),
    ]);

  it.each([
    ['one picture', 'q 200 0 0 200 0 0 cm /X Do Q', ''],
    ['strips of a picture', 'q 200 0 0 60 0 0 cm /X Do Q q 200 0 0 60 0 60 cm /X Do Q', ''],
    ['a picture within a group', '/G Do', '/G 6 0 R'],
  ])('with %s is a scan', async (_, content, resources) => {
    expect(await engine.text(page(content, resources))).toMatchObject({
      hasText: false,
      warnings: ['SCANNED'],
    });
  });

  it.each([
    ['a small picture', 'q 50 0 0 50 0 0 cm /X Do Q'],
    ['a drawing', '0 0 200 200 re f'],
    ['nothing', ''],
  ])('with %s is not a scan', async (_, content) => {
    expect(await engine.text(page(content))).toMatchObject({ hasText: false, warnings: [] });
  });
});

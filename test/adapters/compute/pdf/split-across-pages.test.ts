import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allText } from './support/all-text.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import { rawPdf, rawStream } from './support/make-pdf.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
});
afterAll(() => engine[Symbol.asyncDispose]());

/** Two pages; an annotation on the first (object 4) reaches for the field, thread, layer or place of the second. */
function twoPages(
  annotation: string,
  pageExtra = '',
  catalogExtra = '',
  more: readonly string[] = [],
): Uint8Array {
  const resources = '/Resources << /Font << /F1 8 0 R >> >>';
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /Outlines 13 0 R /AcroForm << /Fields [4 0 R 9 0 R] /CO [9 0 R] /DR << /Font << /F1 8 0 R >> >> >> ${catalogExtra} >>`,
    '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R ${resources} /Annots [4 0 R] ${pageExtra} >>`,
    `<< /Type /Annot /Rect [10 10 50 50] /P 3 0 R ${annotation} >>`,
    rawStream('', 'BT /F1 12 Tf 50 700 Td (First page) Tj ET'),
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 7 0 R ${resources} /Annots [9 0 R] >>`,
    rawStream('', 'BT /F1 12 Tf 50 700 Td (Foreign text) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (ForeignField) /V (ForeignValue) /Rect [50 600 200 620] /P 6 0 R >>',
    '<< /Type /Thread /F 12 0 R /I << /Title (ForeignThread) >> >>',
    '<< /Type /OCG /Name (ForeignLayer) >>',
    '<< /T 10 0 R /N 12 0 R /V 12 0 R /P 6 0 R /R [0 0 9 9] >>',
    '<< /Type /Outlines /First 14 0 R /Last 14 0 R >>',
    '<< /Title (ForeignChapter) /Parent 13 0 R /Dest [6 0 R /Fit] >>',
    ...more,
  ]);
}

const button = '/Subtype /Widget /FT /Btn /Ff 65536 /T (button)';
const reaching: Readonly<
  Record<
    string,
    readonly [annotation: string, pageExtra?: string, catalogExtra?: string, more?: readonly string[]]
  >
> = {
  'a button that resets it': [`${button} /A << /S /ResetForm /Fields [9 0 R (ForeignField)] >>`],
  'a button that sends it': [
    `${button} /AA << /U << /S /SubmitForm /F (http://a.example) /Fields [9 0 R] >> >>`,
  ],
  'a button that hides it': [`${button} /A << /S /Hide /T 9 0 R >>`],
  'a link that hides it': ['/Subtype /Link /A << /S /Hide /T [9 0 R (ForeignField)] >>'],
  'what follows a link to a kept page': [
    '/Subtype /Link /A << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /ResetForm /Fields [9 0 R] >>] >>',
  ],
  'what follows a link to the web': [
    '/Subtype /Link /A << /S /URI /URI (http://a.example) /Next << /S /GoTo /D (ForeignPlace) >> >>',
  ],
  'what a link did before': [
    '/Subtype /Link /A << /S /URI /URI (http://a.example) >> /PA << /S /GoTo /D (ForeignPlace) >>',
  ],
  'an event of the page': ['/Subtype /Text', '/AA << /O << /S /Hide /T 9 0 R >> >>'],
  'an event of the page that goes to a name': [
    '/Subtype /Text',
    '/AA << /O << /S /GoTo /D (ForeignPlace) >> >>',
  ],
  'a script of a button': [`${button} /A << /S /JavaScript /JS (getField\\("ForeignField"\\)) >>`],
  'a script of a field': [
    '/Subtype /Widget /FT /Tx /T (own) /AA << /C << /S /JavaScript /JS (ForeignField) >> >>',
  ],
  'a script in a stream': [
    `${button} /A << /S /JavaScript /JS 15 0 R >>`,
    '',
    '',
    [rawStream('', 'ForeignField')],
  ],
  'a script of the field that its own belongs to': [
    '/Subtype /Widget /Parent 15 0 R',
    '',
    '',
    ['<< /FT /Tx /T (own) /Kids [4 0 R] /AA << /V << /S /JavaScript /JS (ForeignField) >> >> >>'],
  ],
  'a script of the page': ['/Subtype /Text', '/AA << /O << /S /JavaScript /JS (ForeignField) >> >>'],
  'scripts of the whole document': [
    '/Subtype /Text',
    '',
    '/OpenAction << /S /JavaScript /JS (ForeignOpening) >> /AA << /WS << /S /JavaScript /JS (ForeignSaving) >> >> /Names << /JavaScript << /Names [(Foreign) << /S /JavaScript /JS (ForeignScript) >>] >> >>',
  ],
  'a reply to it': ['/Subtype /Text /Contents (x) /IRT 9 0 R'],
  'a window of it': ['/Subtype /Popup /Parent 9 0 R'],
  'a film in its place': ['/Subtype /Screen /A << /S /Rendition /OP 0 /AN 9 0 R >>'],
  'a signature over the whole document': [
    '/Subtype /Widget /FT /Sig /T (sig) /V << /Type /Sig /ByteRange [0 1 2 3] /Reference [<< /TransformMethod /FieldMDP /Data 1 0 R >>] >>',
  ],
  'a signature that locks it': [
    '/Subtype /Widget /FT /Sig /T (sig) /Lock << /Type /SigFieldLock /Action /Include /Fields [(ForeignField)] >>',
  ],
  'a file of the page': ['/Subtype /Text', '/AF [9 0 R]'],
  'an article': ['/Subtype /Link /A << /S /Thread /D 10 0 R >>', '/B [12 0 R]'],
  'private data of the producer': [
    '/Subtype /Text',
    '/PieceInfo << /Maker << /Private (ForeignDocument) >> >>',
  ],
  'a picture of the page': [
    '/Subtype /Text',
    '/Thumb 15 0 R',
    '',
    [rawStream('/Keep 9 0 R', 'ForeignPicture')],
  ],
  'a part of a presentation': [
    '/Subtype /Text',
    '/PresSteps << /Type /NavNode /NA << /S /JavaScript /JS (ForeignStep) >> >>',
  ],
  'a switch for a layer': ['/Subtype /Link /A << /S /SetOCGState /State [/ON 11 0 R] >>'],
  'a file inside the document': ['/Subtype /Link /A << /S /GoToE /D (ForeignPlace) /T << /R /C /N (x) >> >>'],
};

describe('a split of a page that reaches for another', () => {
  it.each(Object.entries(reaching))('holds nothing of the other: %s', async (_, parts) => {
    const text = allText(await engine.split(twoPages(...parts), '1'));
    expect(text).toContain('First page');
    expect(text).not.toContain('Foreign');
  });

  it('keeps what a link, a button and a field do by themselves', async () => {
    for (const kept of [
      '/Subtype /Link /A << /S /URI /URI (http://kept.example) >>',
      `${button} /A << /S /Named /N /NextPage /X (kept.example) >>`,
      `/Subtype /Widget /FT /Tx /T (own) /AA << /F << /S /URI /URI (http://kept.example) >> >>`,
      `${button} /A << /S /SubmitForm /F (http://kept.example) >>`,
    ]) {
      expect(allText(await engine.split(twoPages(kept), '1'))).toContain('kept.example');
    }
  });

  it('keeps the window of a note', async () => {
    const note = '/Subtype /Text /Contents (Note) /Popup << /Type /Annot /Subtype /Popup /Rect [0 0 9 9] >>';
    expect(allText(await engine.split(twoPages(note), '1'))).toContain('/Popup');
  });

  it('keeps a place that a button leads to on a kept page', async () => {
    const split = await engine.split(twoPages(`${button} /A << /S /GoTo /D [6 0 R /Fit] >>`), '1,2');
    expect(allText(split)).toMatch(/\/A <<[^>]*\/S \/GoTo/);
  });
});

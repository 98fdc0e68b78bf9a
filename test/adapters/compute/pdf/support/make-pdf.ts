import {
  PDFDocument,
  PDFName,
  PDFString,
  StandardFonts,
  type PDFFont,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';

/** A word that stands on this page and nowhere else. */
export const secretOf = (page: number): string => `Secret${page}Page`;

export interface MadeDocument {
  readonly document: PDFDocument;
  readonly pages: readonly PDFPage[];
  readonly font: PDFFont;
}

/** A document whose pages each carry their number and {@link secretOf} it. */
export async function makeDocument(pageCount: number): Promise<MadeDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const page = document.addPage([612, 792]);
    page.drawText(`Page ${index + 1}`, { x: 50, y: 740, size: 14, font });
    page.drawText(`${secretOf(index + 1)} and a line of text`, { x: 50, y: 700, size: 11, font });
    return page;
  });
  return { document, pages, font };
}

export async function makePdf(pageCount: number): Promise<Uint8Array> {
  return (await makeDocument(pageCount)).document.save();
}

function annotate(page: PDFPage, annotation: PDFRef): void {
  const existing = page.node.Annots();
  if (existing) existing.push(annotation);
  else page.node.set(PDFName.of('Annots'), page.doc.context.obj([annotation]));
}

const linkBox = { Type: 'Annot', Subtype: 'Link', Rect: [50, 20, 100, 40], Border: [0, 0, 0] };

/** A link on one page that goes to another. */
export function linkTo({ document }: MadeDocument, from: PDFPage, to: PDFPage): void {
  const target = [to.ref, PDFName.of('XYZ'), null, null, null];
  annotate(from, document.context.register(document.context.obj({ ...linkBox, Dest: target })));
}

/** A link by name, and the name in the document's list. */
export function linkByName({ document }: MadeDocument, from: PDFPage, to: PDFPage, name: string): void {
  const action = { S: 'GoTo', D: PDFString.of(name) };
  annotate(from, document.context.register(document.context.obj({ ...linkBox, A: action })));
  const names = document.context.obj({
    Dests: document.context.obj({ Names: [PDFString.of(name), [to.ref, PDFName.of('Fit')]] }),
  });
  document.catalog.set(PDFName.of('Names'), names);
}

/** An outline of two levels: a chapter for each page, with one section that leads to the page after it. */
export function addOutline({ document, pages }: MadeDocument): void {
  const { context } = document;
  const root = context.nextRef();
  const chapters = pages.map(() => context.nextRef());
  pages.forEach((page, index) => {
    const section = context.nextRef();
    const next = pages[(index + 1) % pages.length] ?? page;
    context.assign(
      section,
      context.obj({
        Title: PDFString.of(`Section about page ${((index + 1) % pages.length) + 1}`),
        Parent: chapters[index]!,
        Dest: [next.ref, PDFName.of('Fit')],
      }),
    );
    context.assign(
      chapters[index]!,
      context.obj({
        Title: PDFString.of(`Chapter ${index + 1}`),
        Parent: root,
        Dest: [page.ref, PDFName.of('Fit')],
        First: section,
        Last: section,
        Count: -1,
        ...(index > 0 ? { Prev: chapters[index - 1]! } : {}),
        ...(index < pages.length - 1 ? { Next: chapters[index + 1]! } : {}),
      }),
    );
  });
  context.assign(
    root,
    context.obj({ Type: 'Outlines', First: chapters[0]!, Last: chapters.at(-1)!, Count: pages.length }),
  );
  document.catalog.set(PDFName.of('Outlines'), root);
}

/** A form of one tree over all pages, as form designers make them: `form.page1.name` and so on. */
export function addForm({ document, pages }: MadeDocument): void {
  const form = document.getForm();
  pages.forEach((page, index) => {
    const name = form.createTextField(`form.page${index + 1}.name`);
    name.setText(`Value${index + 1}Field`);
    name.addToPage(page, { x: 200, y: 600, width: 200, height: 20 });
    const box = form.createCheckBox(`form.page${index + 1}.agreed`);
    box.addToPage(page, { x: 200, y: 560, width: 14, height: 14 });
    if (index % 2 === 0) box.check();
  });
}

/** A file written by hand from the bodies of its objects; object 1 is the catalogue. The index is right. */
export function rawPdf(objects: readonly string[], trailerExtra = ''): Uint8Array {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = body.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailerExtra} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** A stream object. */
export function rawStream(dictionary: string, data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
  return `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

/** A document of hundreds of pages, written by hand because pdf-lib takes seconds for it. */
export function longPdf(pageCount: number): Uint8Array {
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  const at = (page: number) => 2 + 2 * page;
  const kids = numbers.map((page) => `${at(page)} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pageCount} /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((page) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${at(page) + 1} 0 R >>`,
      rawStream(
        '',
        `BT /F1 14 Tf 50 740 Td (Page ${page}) Tj /F1 11 Tf 0 -40 Td (${secretOf(page)} and a line of text) Tj ET`,
      ),
    ]),
  ]);
}

import { z } from 'zod';
import { EngineFailure } from './engine-failure.ts';
import type { PdfDictionary } from './object-graph.ts';
import { takeQpdf } from './qpdf.ts';
import { readPdf } from './read-pdf.ts';
import type { Upload } from './pdfjs.ts';

const Objects = z.object({
  qpdf: z.tuple([
    z.record(z.string(), z.unknown()),
    z.record(z.string(), z.object({ value: z.custom<PdfDictionary>().optional() })),
  ]),
});

const keptKeys = ['/Rect', '/AP', '/AS', '/F', '/P'];

/** The same place and appearance as a note, which is the kind of annotation whose appearance pdf.js reads. */
function asNote(annotation: PdfDictionary): PdfDictionary {
  const kept = keptKeys.flatMap((key) => {
    const value = annotation[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { '/Type': '/Annot', '/Subtype': '/FreeText', ...Object.fromEntries(kept) };
}

/** A copy of a file in which these annotations are notes. */
export async function asNotes(
  upload: Upload,
  references: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = readPdf(upload.path);
  if (!bytes) throw new EngineFailure('not a PDF');
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  const objects = references.flatMap((reference) => {
    const [, number, generation] = /^(\d+) (\d+) R$/.exec(reference) ?? [];
    return number === undefined ? [] : [`--json-object=${number},${generation}`];
  });
  if (objects.length === 0) throw new EngineFailure('annotations without references');
  qpdf.run('--json', '--json-key=qpdf', ...objects, '--json-stream-data=none', '/in.pdf', '/notes.json');
  const { data } = Objects.safeParse(JSON.parse(Buffer.from(qpdf.read('notes.json')).toString('utf8')));
  if (data === undefined) throw new EngineFailure('qpdf wrote unexpected JSON');
  const [header, found] = data.qpdf;
  const changes = Object.entries(found).flatMap(([key, { value }]) =>
    value?.['/AP'] === undefined ? [] : [[key, { value: asNote(value) }] as const],
  );
  qpdf.write('changes.json', JSON.stringify({ qpdf: [header, Object.fromEntries(changes)] }));
  qpdf.run('/in.pdf', '--update-from-json=/changes.json', '/out.pdf');
  return new Uint8Array(qpdf.read('out.pdf'));
}

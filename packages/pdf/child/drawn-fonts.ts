import { z } from 'zod';
import {
  isReference,
  readObjects,
  type ObjectGraph,
  type PdfDictionary,
  type PdfValue,
} from './object-graph.ts';
import { pageReferences } from './page-tree.ts';
import type { Qpdf } from './qpdf.ts';

const depthMax = 4;
const parentsMax = 64;
const categories = ['/Font', '/XObject', '/ExtGState', '/ColorSpace', '/Pattern', '/Shading', '/Properties'];

const Streams = z.object({
  qpdf: z.tuple([
    z.unknown(),
    z.record(z.string(), z.object({ stream: z.object({ data: z.string().optional() }).optional() })),
  ]),
});

/** A font whose glyphs are drawn (Type 3) and that draws them with the resources of its page. */
function borrows(graph: ObjectGraph, font: PdfValue): boolean {
  const dictionary = graph.dictionary(font);
  return dictionary?.['/Subtype'] === '/Type3' && graph.dictionary(dictionary['/Resources']) === undefined;
}

/** Whether such a font is among the objects of a document. */
export function hasBorrowingFont(graph: ObjectGraph): boolean {
  return [...graph.entries()].some(([, value]) => borrows(graph, value));
}

/** The resources of a page, which its ancestors may hold. */
function resourcesOf(graph: ObjectGraph, page: string): PdfDictionary {
  let node = graph.dictionary(page);
  for (let step = 0; node !== undefined && step < parentsMax; step += 1) {
    const resources = graph.dictionary(node['/Resources']);
    if (resources !== undefined) return resources;
    node = graph.dictionary(node['/Parent']);
  }
  return {};
}

/** The names that the glyphs of a font use: of other fonts, pictures, states. */
function usedNames(qpdf: Qpdf, file: string, glyphs: readonly PdfValue[]): ReadonlySet<string> {
  const objects = glyphs
    .filter(isReference)
    .map((glyph) => `--json-object=${glyph.replace(/^(\d+) (\d+) R$/, '$1,$2')}`);
  if (objects.length === 0) return new Set();
  qpdf.run(
    '--json',
    '--json-key=qpdf',
    ...objects,
    '--json-stream-data=inline',
    '--decode-level=generalized',
    `/${file}`,
    '/glyphs.json',
  );
  const { data } = Streams.safeParse(JSON.parse(Buffer.from(qpdf.read('glyphs.json')).toString('utf8')));
  const contents = Object.values(data?.qpdf[1] ?? {}).map(({ stream }) =>
    Buffer.from(stream?.data ?? '', 'base64').toString('latin1'),
  );
  return new Set(contents.flatMap((content) => content.match(/\/[^\s()<>[\]{}/%]{1,127}/g) ?? []));
}

/** Only the resources that these names mean, of each kind: shared resources may hold the content of other pages. */
function restricted(graph: ObjectGraph, resources: PdfDictionary, names: ReadonlySet<string>): PdfDictionary {
  const kept = categories.flatMap((category) => {
    const entries = Object.entries(graph.dictionary(resources[category]) ?? {});
    const used = entries.filter(([name]) => names.has(name));
    return used.length === 0 ? [] : [[category, Object.fromEntries(used)] as const];
  });
  return Object.fromEntries(kept);
}

/** Gives each font that draws with the resources of its page those that it uses, and writes the document to `target`. */
export function settleDrawnFonts(qpdf: Qpdf, file: string, target: string): void {
  const { graph, writeChanges } = readObjects(qpdf, file);

  function settle(fonts: PdfDictionary, resources: PdfDictionary, depth: number): void {
    for (const font of Object.values(fonts)) {
      const dictionary = graph.dictionary(font);
      if (!isReference(font) || dictionary === undefined || !borrows(graph, font) || depth > depthMax)
        continue;
      const glyphs = Object.values(graph.dictionary(dictionary['/CharProcs']) ?? {});
      const own = restricted(graph, resources, usedNames(qpdf, file, glyphs));
      graph.replace(font, { ...dictionary, '/Resources': own });
      settle((own['/Font'] ?? {}) as PdfDictionary, resources, depth + 1);
    }
  }

  for (const page of pageReferences(graph)) {
    const resources = resourcesOf(graph, page);
    settle(graph.dictionary(resources['/Font']) ?? {}, resources, 0);
  }
  writeChanges('fonts.json');
  qpdf.run(`/${file}`, '--update-from-json=/fonts.json', '--object-streams=disable', `/${target}`);
}

import { isReference, type ObjectGraph, type PdfValue } from './object-graph.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

/** The names of the form's root fields in the source document. */
export async function rootFieldNames(document: PDFDocumentProxy): Promise<ReadonlySet<string>> {
  // A Map in practice, contrary to the type declaration.
  const fields: unknown = await document.getFieldObjects();
  const names = fields instanceof Map ? [...(fields.keys() as Iterable<unknown>)] : [];
  return new Set(names.flatMap((name) => (typeof name === 'string' ? [name.split('.')[0] ?? name] : [])));
}

/** The original of a name that qpdf made unique, `root` for `root+2`; undefined for a name of the source itself. */
function baseName(name: PdfValue | undefined, sourceNames: ReadonlySet<string>): string | undefined {
  if (typeof name !== 'string' || sourceNames.has(name.slice(2))) return undefined;
  return /^(u:.+)\+\d+$/s.exec(name)?.[1];
}

/** Moves the kids of one field to another of the same name; kids of the same name are joined in turn. */
function join(graph: ObjectGraph, target: string, source: string): void {
  for (const kid of graph.list(graph.dictionary(source)?.['/Kids'])) {
    if (!isReference(kid)) continue;
    const name = graph.dictionary(kid)?.['/T'];
    const field = graph.dictionary(target) ?? {};
    const kids = graph.list(field['/Kids']);
    const existing = kids.find((other) => name !== undefined && graph.dictionary(other)?.['/T'] === name);
    if (isReference(existing) && isGroup(graph, existing) && isGroup(graph, kid)) {
      join(graph, existing, kid);
    } else {
      graph.replace(kid, { ...graph.dictionary(kid), '/Parent': target });
      graph.replace(target, { ...field, '/Kids': [...kids, kid] });
    }
  }
}

function isGroup(graph: ObjectGraph, field: PdfValue): boolean {
  return graph.dictionary(field)?.['/Kids'] !== undefined;
}

/**
 * qpdf copies the form once for each page, with new names from the second copy on. This joins the copies into one form
 * with the names of the source document.
 */
export function rejoinFields(graph: ObjectGraph, sourceNames: ReadonlySet<string>): void {
  const catalog = graph.dictionary(graph.catalog) ?? {};
  const form = graph.dictionary(catalog['/AcroForm']);
  if (!form) return;
  const roots = new Map<PdfValue, string>();
  const fields = graph.list(form['/Fields']).filter((field) => {
    if (!isReference(field)) return false;
    const name = graph.dictionary(field)?.['/T'] ?? null;
    const base = baseName(name, sourceNames);
    const original = base === undefined ? undefined : roots.get(base);
    if (original === undefined || !isGroup(graph, original) || !isGroup(graph, field)) {
      if (base === undefined || roots.has(base)) roots.set(name, field);
      else restoreName(graph, roots, field, base);
      return true;
    }
    join(graph, original, field);
    return false;
  });
  graph.replace(graph.catalog, { ...catalog, '/AcroForm': { ...form, '/Fields': fields } });
}

/** Restores the original name, which is unused because the copy that had it was removed with its page. */
function restoreName(graph: ObjectGraph, roots: Map<PdfValue, string>, field: string, base: string): void {
  graph.replace(field, { ...graph.dictionary(field), '/T': base });
  roots.set(base, field);
}

import { z } from 'zod';
import type { PDFDocumentProxy } from './pdfjs.ts';
import type { PdfValue } from './object-graph.ts';

/** A destination in the source document: a page and its view (`/XYZ`, left, top, zoom). */
export interface Destination {
  readonly page: number;
  readonly view: readonly PdfValue[];
}

const Explicit = z.tuple([z.union([z.object({ num: z.int(), gen: z.int() }), z.int()])]).rest(z.unknown());
const Name = z.object({ name: z.string().regex(/^[A-Za-z]+$/) });

export interface Destinations {
  /** Resolves an explicit or named destination of pdf.js; undefined if its page is not kept. */
  find(destination: unknown): Promise<Destination | undefined>;
}

function viewOf(values: readonly unknown[]): readonly PdfValue[] {
  return values.map((value) => {
    if (typeof value === 'number') return value;
    const name = Name.safeParse(value);
    return name.success ? `/${name.data.name}` : null;
  });
}

/** Resolves destinations of the source document on kept pages. */
export async function keptDestinations(
  document: PDFDocumentProxy,
  pages: readonly number[],
): Promise<Destinations> {
  const pageByReference = new Map<string, number>();
  for (const number of new Set(pages)) {
    const { ref } = await document.getPage(number);
    if (ref) pageByReference.set(`${ref.num} ${ref.gen}`, number);
  }
  const kept = new Set(pages);
  return {
    async find(destination) {
      const explicit =
        typeof destination === 'string' ? await document.getDestination(destination) : destination;
      const parsed = Explicit.safeParse(explicit);
      if (!parsed.success) return undefined;
      const [target, ...view] = parsed.data;
      const page =
        typeof target === 'number' ? target + 1 : pageByReference.get(`${target.num} ${target.gen}`);
      if (page === undefined || !kept.has(page)) return undefined;
      return { page, view: view.length > 0 ? viewOf(view) : ['/Fit'] };
    },
  };
}

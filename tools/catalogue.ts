import { z } from 'zod';
import { families } from './registry.ts';
import type { Tool } from './tool.ts';

/** A family as far as the list tells of it: what carries its tools out is no matter here. */
interface ListedFamily {
  readonly id: string;
  readonly tools: readonly Pick<Tool, 'id' | 'title' | 'summary' | 'params' | 'example'>[];
}

export interface CatalogueItem {
  readonly id: string;
  /** Id of the family. */
  readonly family: string;
  readonly title: string;
  readonly summary: string;
  /** JSON Schema 2020-12 of the params as a caller writes them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly example: { readonly params: Readonly<Record<string, unknown>>; readonly result: string };
}

/** What `GET /api/tools` answers. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
}

/** Builds the view anew; it never changes while the process runs, so build it once. `more` stands behind the text tools. */
export function buildCatalogue(more: readonly ListedFamily[] = []): Catalogue {
  const items = [...families, ...more].flatMap((family: ListedFamily) =>
    family.tools.map(({ id, title, summary, params, example }) => ({
      id,
      family: family.id,
      title,
      summary,
      params: z.toJSONSchema(params, { io: 'input' }),
      example: { params: example.params, result: example.result },
    })),
  );
  return { items };
}

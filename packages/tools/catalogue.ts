import { z } from 'zod';
import { resultTypeOf, type ResultType } from './result-type.ts';
import type { Tool } from './tool.ts';

interface ListedFamily {
  readonly id: string;
  readonly tools: readonly Pick<Tool, 'id' | 'title' | 'summary' | 'params' | 'example' | 'resultType'>[];
}

export interface CatalogueItem {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly summary: string;
  readonly resultType: ResultType;
  /** JSON Schema 2020-12 of the params before parsing. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly example: { readonly params: Readonly<Record<string, unknown>>; readonly result: string };
}

/** The response of `GET /api/tools`. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
}

/** Builds the catalogue of these families. It is constant for the life of the process. */
export function buildCatalogue(families: readonly ListedFamily[]): Catalogue {
  const items = families.flatMap((family) =>
    family.tools.map((tool) => ({
      id: tool.id,
      family: family.id,
      title: tool.title,
      summary: tool.summary,
      resultType: resultTypeOf(tool),
      get params() {
        return schemaOf(tool.params);
      },
      example: { params: tool.example.params, result: tool.example.result },
    })),
  );
  return { items };
}

const schemas = new WeakMap<z.ZodObject, CatalogueItem['params']>();

/** To write all schemas takes longer than the rest of a start, so each is written when it is first asked for. */
function schemaOf(params: z.ZodObject): CatalogueItem['params'] {
  const known = schemas.get(params) ?? z.toJSONSchema(params, { io: 'input' });
  schemas.set(params, known);
  return known;
}

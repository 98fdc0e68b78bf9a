import type { Catalogue, CatalogueItem } from '@reveille/tools';
import { groupsOf, type OperationGroup } from './groups.ts';
import { entriesOf, errorSchemaOf } from './reading.ts';

export interface PageSource {
  readonly document: {
    readonly info: { readonly title: string; readonly version: string; readonly description?: string };
    readonly servers?: readonly { readonly url: string }[];
    readonly tags?: readonly { readonly name: string; readonly description?: string }[];
    readonly paths?: unknown;
    readonly components?: unknown;
  };
  readonly catalogue: Catalogue;
  /** URL path of the style sheets and scripts. */
  readonly assetsPath: string;
}

/** Text tools that one page shows. */
interface ToolFamily {
  readonly slug: string;
  readonly id: string;
  readonly tools: readonly CatalogueItem[];
}

/** The contents of the pages of the reference. */
export interface Outline {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly assetsPath: string;
  readonly errorSchema: unknown;
  readonly groups: readonly OperationGroup[];
  readonly families: readonly ToolFamily[];
}

export function outlineOf({ document, catalogue, assetsPath }: PageSource): Outline {
  const { title, version, description = '' } = document.info;
  const [server] = document.servers ?? [];
  const families = Map.groupBy(catalogue.items, ({ family }) => family);
  return {
    title,
    version,
    description,
    assetsPath,
    errorSchema: errorSchemaOf(document),
    groups: groupsOf(entriesOf(withAddress(document, server?.url ?? '')), document.tags ?? []),
    families: [...families].map(([id, tools]) => ({ slug: `tools-${id}`, id, tools })),
  };
}

/** Puts the URL of this service into the commands, so that they can be copied and run. */
function withAddress(document: PageSource['document'], url: string): PageSource['document'] {
  const paths: unknown = JSON.parse(JSON.stringify(document.paths).replaceAll('{base_url}', url));
  return { ...document, paths };
}

export const pageAddress = (slug: string): string => `/docs/${slug}`;

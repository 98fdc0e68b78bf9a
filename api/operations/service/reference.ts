import type { Catalogue } from '@reveille/tools';
import type { ApiVersions } from '#domain/api-versions.ts';
import { loadOnce } from '#domain/load-once.ts';
import type { Operation } from '../define-operation.ts';
import { type PreparedText, prepareText } from './prepared-text.ts';

export interface Reference {
  readonly openApi: () => Promise<PreparedText>;
  readonly index: () => Promise<PreparedText>;
  /** The index of `/llms.txt`. */
  readonly llmsText: () => Promise<PreparedText>;
  /** The page below the index at a URL path; undefined where there is none. */
  readonly page: (path: string) => Promise<PreparedText | undefined>;
  /** A page of the entries that have these words. */
  readonly search: (query: string) => Promise<string>;
}

interface Deps {
  readonly operations: () => readonly Operation[];
  readonly catalogue: Catalogue;
  /** URL path of the page's style sheets and scripts. */
  readonly assetsPath: string;
  readonly versions: ApiVersions;
  readonly publicUrl: string;
}

/** Builds each on its first request; the pages from the text of the document. */
export function createReference(deps: Deps): Reference {
  const openApi = loadOnce(async () => prepareText(JSON.stringify(await documentOf(deps))));
  const outline = loadOnce(async () => outlineFor(deps, (await openApi()).text));
  const index = loadOnce(async () => prepareText((await writing()).indexPage(await outline())));
  const llmsText = loadOnce(async () => {
    const written = (await import('../../docs/llms-text.ts')).llmsText;
    return prepareText(written(await outline(), deps.publicUrl));
  });
  const pages = loadOnce(async () => {
    const written = (await writing()).docsPages(await outline());
    return new Map(Array.from(written, ([path, text]) => [path, prepareText(text)] as const));
  });
  return {
    openApi,
    index,
    llmsText,
    page: async (path) => (await pages()).get(path),
    search: async (query) => (await writing()).searchPage(await outline(), query),
  };
}

/** Loads what it needs, too: most processes are never asked for it. */
async function documentOf({ operations, versions, publicUrl }: Deps) {
  const { createOpenApi } = await import('../../openapi/document.ts');
  return createOpenApi({ operations: operations(), versions, publicUrl });
}

const writing = () => import('../../docs/pages.ts');

async function outlineFor({ catalogue, assetsPath }: Deps, openApi: string) {
  const { outlineOf } = await import('../../docs/outline.ts');
  const document = JSON.parse(openApi) as Awaited<ReturnType<typeof documentOf>>;
  return outlineOf({ document, catalogue, assetsPath });
}

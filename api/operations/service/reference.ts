import type { Catalogue } from '@reveille/tools';
import type { ApiVersions } from '../../../domain/api-versions.ts';
import { loadOnce } from '../../../domain/load-once.ts';
import type { Operation } from '../define-operation.ts';
import { type PreparedText, prepareText } from './prepared-text.ts';

/** The reference as OpenAPI and as a page. */
export interface Reference {
  readonly openApi: () => Promise<PreparedText>;
  readonly page: () => Promise<PreparedText>;
}

interface Deps {
  readonly operations: () => readonly Operation[];
  readonly catalogue: Catalogue;
  /** URL path of the page's style sheets and scripts. */
  readonly assetsPath: string;
  readonly versions: ApiVersions;
  readonly publicUrl: string;
}

/** Builds each on its first request; the page from the text of the document, which alone is kept. */
export function createReference(deps: Deps): Reference {
  const openApi = loadOnce(async () => prepareText(JSON.stringify(await documentOf(deps))));
  const page = loadOnce(async () => prepareText(await pageOf(deps, (await openApi()).text)));
  return { openApi, page };
}

/** Loads what it needs, too: most processes are never asked for it. */
async function documentOf({ operations, versions, publicUrl }: Deps) {
  const { createOpenApi } = await import('../../openapi/document.ts');
  return createOpenApi({ operations: operations(), versions, publicUrl });
}

async function pageOf({ catalogue, assetsPath }: Deps, openApi: string): Promise<string> {
  const { docsPage } = await import('../../docs/page.ts');
  const document = JSON.parse(openApi) as Awaited<ReturnType<typeof documentOf>>;
  return docsPage({ document, catalogue, assetsPath });
}

import type { Catalogue } from '@reveille/tools';
import type { ApiVersions } from '../../../domain/api-versions.ts';
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

/** Builds both on the first request. */
export function createReference(deps: Deps): Reference {
  let made: ReturnType<typeof make> | undefined;
  const forms = () => (made ??= make(deps));
  return { openApi: async () => (await forms()).openApi, page: async () => (await forms()).page };
}

/** Loads what it needs, too: most processes are never asked for it. */
async function make({ operations, catalogue, assetsPath, versions, publicUrl }: Deps) {
  const [{ createOpenApi }, { docsPage }] = await Promise.all([
    import('../../openapi/document.ts'),
    import('../../docs/page.ts'),
  ]);
  const document = createOpenApi({ operations: operations(), versions, publicUrl });
  return {
    openApi: prepareText(JSON.stringify(document)),
    page: prepareText(docsPage({ document, catalogue, assetsPath })),
  };
}

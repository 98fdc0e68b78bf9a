import type { Catalogue } from '@reveille/tools';
import type { ApiVersions } from '../../../domain/api-versions.ts';
import { docsPage } from '../../docs/page.ts';
import { createOpenApi } from '../../openapi/document.ts';
import type { Operation } from '../define-operation.ts';
import { type PreparedText, prepareText } from './prepared-text.ts';

/** The reference as OpenAPI and as a page. */
export interface Reference {
  readonly openApi: () => PreparedText;
  readonly page: () => PreparedText;
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
export function createReference({ operations, catalogue, assetsPath, versions, publicUrl }: Deps): Reference {
  let made: { readonly openApi: PreparedText; readonly page: PreparedText } | undefined;
  function forms() {
    if (made !== undefined) return made;
    const document = createOpenApi({ operations: operations(), versions, publicUrl });
    made = {
      openApi: prepareText(JSON.stringify(document)),
      page: prepareText(docsPage({ document, catalogue, assetsPath })),
    };
    return made;
  }
  return { openApi: () => forms().openApi, page: () => forms().page };
}

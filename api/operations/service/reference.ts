import type { Catalogue } from '@reveille/tools';
import type { ApiVersions } from '../../../domain/api-versions.ts';
import { docsPage } from '../../docs/page.ts';
import { createOpenApi } from '../../openapi/document.ts';
import type { Operation } from '../define-operation.ts';
import { type PreparedText, prepareText } from './prepared-text.ts';

/** The reference in its two forms. */
export interface Reference {
  readonly openApi: () => PreparedText;
  readonly page: () => PreparedText;
}

interface Deps {
  readonly operations: () => readonly Operation[];
  readonly catalogue: Catalogue;
  /** Where the style sheets and scripts of the page are. */
  readonly assetsPath: string;
  readonly versions: ApiVersions;
  readonly publicUrl: string;
}

/** Both forms are made when one is first asked for. */
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

import type { Catalogue } from '../../tools/catalogue.ts';
import { html } from '../html.ts';
import { markdown } from './markdown.ts';
import { operationSection } from './operation-section.ts';
import { entriesOf } from './reading.ts';
import { toolCatalogue } from './tool-catalogue.ts';

interface PageSource {
  readonly document: {
    readonly info: { readonly title: string; readonly version: string; readonly description?: string };
    readonly paths?: unknown;
    readonly components?: unknown;
  };
  readonly catalogue: Catalogue;
}

/** The reference as one page that needs no other host and reads without script. */
export function docsPage({ document, catalogue }: PageSource): string {
  const parts = [...Map.groupBy(entriesOf(document), ({ operation }) => operation.tags[0])];
  const { title, version, description = '' } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API reference</title>
        <link rel="stylesheet" href="/docs/docs.css" />
        <link rel="icon" href="data:," />
        <script src="/docs/docs.js" defer></script>
      </head>
      <body>
        <nav aria-label="Operations">
          <p>
            <a href="#top"><b>${title}</b></a> ${version}
          </p>
          <p><a href="/openapi.json">openapi.json</a> · <a href="#tools">Text tools</a></p>
          ${parts.map(
            ([part, entries]) =>
              html`<h2>${part}</h2>
                <ul>
                  ${entries.map(
                    ({ operation }) =>
                      html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main id="top">
          <h1>${title} API reference</h1>
          ${markdown(description)}
          ${parts.map(
            ([part, entries]) =>
              html`<h2>${part}</h2>
                ${entries.map(operationSection)}`,
          )}
          ${toolCatalogue(catalogue)}
        </main>
      </body>
    </html>`.toString();
}

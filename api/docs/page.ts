import type { Catalogue } from '@reveille/tools';
import { type Html, html } from '../html.ts';
import { fieldLists } from './fields.ts';
import { markdown } from './markdown.ts';
import { methodBadge, operationSection } from './operation-section.ts';
import { entriesOf, type Entry, errorSchemaOf } from './reading.ts';
import { toolCatalogue } from './tool-catalogue.ts';

interface PageSource {
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

interface Part {
  readonly name: string;
  readonly about: string;
  readonly entries: readonly Entry[];
}

/** The reference as one self-contained page that is readable without JavaScript. */
export function docsPage({ document, catalogue, assetsPath }: PageSource): string {
  const { title, version, description = '' } = document.info;
  const [server] = document.servers ?? [];
  const parts = partsOf(withAddress(document, server?.url ?? ''));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API reference</title>
        <link rel="stylesheet" href="${assetsPath}/modern-normalize.css" />
        <link rel="stylesheet" href="${assetsPath}/base.css" />
        <link rel="stylesheet" href="${assetsPath}/docs.css" />
        <link rel="stylesheet" href="${assetsPath}/forms.css" />
        <link rel="stylesheet" href="${assetsPath}/narrow.css" />
        <link rel="icon" href="data:," />
        <script src="${assetsPath}/docs.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#top">Skip to the reference</a>
        <header>
          <a class="brand" href="#top">${title}</a>
          <button type="button" popovertarget="menu">Contents</button>
        </header>
        ${menu({ title, version, parts })}
        <main id="top" tabindex="-1">
          <h1>${title} API reference</h1>
          <section class="introduction" id="introduction">
            <h2>For every request</h2>
            ${markdown(description)}
            <h3 id="error">Body of an error</h3>
            ${fieldLists(errorSchemaOf(document), 'answer')}
          </section>
          ${parts.map(partSection)} ${toolCatalogue(catalogue)}
        </main>
      </body>
    </html>`.toString();
}

/** Puts the URL of this service into the commands, so that they can be copied and run. */
function withAddress(document: PageSource['document'], url: string): PageSource['document'] {
  const paths: unknown = JSON.parse(JSON.stringify(document.paths).replaceAll('{base_url}', url));
  return { ...document, paths };
}

function partsOf({ tags = [], ...document }: PageSource['document']): readonly Part[] {
  return [...Map.groupBy(entriesOf(document), ({ operation }) => operation.tags[0])].map(
    ([name, entries]) => ({
      name,
      about: tags.find((tag) => tag.name === name)?.description ?? '',
      entries,
    }),
  );
}

interface MenuSource {
  readonly title: string;
  readonly version: string;
  readonly parts: readonly Part[];
}

/** A sidebar on wide screens; on narrow ones the button in the header opens it, also without JavaScript. */
function menu({ title, version, parts }: MenuSource): Html {
  return html`<nav id="menu" popover aria-label="Contents">
    <p><a class="brand" href="#top">${title}</a> <span class="version">${version}</span></p>
    <ul>
      <li><a href="#introduction">For every request</a></li>
      <li><a href="#tools">Text tools</a></li>
      <li><a href="/openapi.json">OpenAPI document</a></li>
    </ul>
    ${parts.map(
      ({ name, entries }) =>
        html`<p class="part">${name}</p>
          <ul>
            ${entries.map(
              ({ method, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}"
                    >${methodBadge(method)} <span>${operation.summary}</span></a
                  >
                </li>`,
            )}
          </ul>`,
    )}
  </nav>`;
}

function partSection({ name, about, entries }: Part): Html {
  return html`<section>
    <h2>${name}</h2>
    <p class="about">${about}</p>
    ${entries.map(operationSection)}
  </section>`;
}

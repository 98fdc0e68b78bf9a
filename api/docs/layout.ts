import { type Html, html } from '../html.ts';
import { methodBadge } from './operation-section.ts';
import { type Outline, pageAddress } from './outline.ts';

interface Frame {
  readonly outline: Outline;
  /** The id of the page that is shown; absent for the index. */
  readonly slug?: string;
  readonly heading: string;
  readonly content: Html | readonly Html[];
  /** The words that were searched for. */
  readonly query?: string;
}

/** A page of the reference, which is readable without JavaScript. */
export function layout({ outline, slug, heading, content, query = '' }: Frame): string {
  const { title, assetsPath } = outline;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${slug === undefined ? heading : `${heading} · ${title} API reference`}</title>
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
          <a class="brand" href="/docs">${title}</a>
          <button type="button" popovertarget="menu">Contents</button>
        </header>
        ${menu(outline, slug, query)}
        <main id="top" tabindex="-1">
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`.toString();
}

/** A sidebar on wide screens; on narrow ones the button in the header opens it, also without JavaScript. */
function menu({ title, version, groups, families }: Outline, slug: string | undefined, query: string): Html {
  const link = (to: string, name: string, more: Html | null = null) =>
    html`<li>
      <a href="${pageAddress(to)}" ${to === slug && html`aria-current="page"`}>${name}</a>${more}
    </li>`;
  return html`<nav id="menu" popover aria-label="Contents">
    <p><a class="brand" href="/docs">${title}</a> <span class="version">${version}</span></p>
    <search>
      <form action="/docs/search" class="find">
        <label for="find">Find an operation or a tool</label>
        <input type="search" id="find" name="q" value="${query}" autocomplete="off" maxlength="200" />
        <button type="submit">Search</button>
      </form>
    </search>
    <ul>
      <li><a href="/docs#introduction">For every request</a></li>
      ${link('conditions', 'Conditions')} ${link('plans', 'Plans')}
      <li><a href="/openapi.json">OpenAPI document</a></li>
    </ul>
    <p class="part">Operations</p>
    <ul>
      ${groups.map((group) =>
        link(group.slug, group.title, group.slug === slug ? operationLinks(group.entries, '') : null),
      )}
    </ul>
    <p class="part">Text tools</p>
    <ul>
      ${families.map((family) => link(family.slug, family.id))}
    </ul>
  </nav>`;
}

/** Links to operations, on this page or on that of `address`. With `isTarget` each is the target of its operation's id. */
export function operationLinks(
  entries: Outline['groups'][number]['entries'],
  address: string,
  isTarget = false,
): Html {
  return html`<ul>
    ${entries.map(
      ({ method, operation: { operationId, summary } }) =>
        html`<li ${isTarget && html`id="${operationId}"`}>
          <a href="${address}#${operationId}">${methodBadge(method)} <span>${summary}</span></a>
        </li>`,
    )}
  </ul>`;
}

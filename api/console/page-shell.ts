import { type Html, html } from '../html.ts';
import type { View } from './define-page.ts';
import { csrfField } from './parts/csrf-field.ts';
import { sections } from './sections.ts';

interface Shell {
  readonly view: View;
  /** URL path of style sheets and scripts. */
  readonly assetsPath: string;
  readonly visitor:
    | { readonly access: 'anyone' }
    | {
        readonly access: 'owner';
        readonly workspaceName: string;
        readonly csrf: string;
        readonly openApprovals: number;
      }
    | { readonly access: 'operator'; readonly csrf: string };
}

export function pageShell({ view, assetsPath, visitor }: Shell): string {
  const { title, body, section, refreshSeconds, leadsTo } = view;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content="${JSON.stringify(htmxConfig)}" />
        <title>${title} · Reveille</title>
        <link rel="stylesheet" href="${assetsPath}/modern-normalize.css" />
        <link rel="stylesheet" href="${assetsPath}/base.css" />
        <link rel="stylesheet" href="${assetsPath}/console.css" />
        <link rel="icon" href="data:," />
        ${leadsTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${leadsTo}" />`}
        ${
          refreshSeconds !== undefined &&
          html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`
        }
        <script src="${assetsPath}/htmx.min.js" defer></script>
        <script src="${assetsPath}/hx-sse.min.js" defer></script>
        <script src="${assetsPath}/console.js" type="module"></script>
      </head>
      <body class="${visitor.access}">
        <a class="skip" href="#content">Skip to the content</a>
        ${visitor.access !== 'anyone' && top(visitor, section)} ${visitor.access === 'owner' && liveEvents}
        <main id="content" tabindex="-1">${body}</main>
      </body>
    </html>`.toString();
}

/** Events of the workspace; they rise to the body as `delivery` and others. An answer of another kind is not shown. */
const liveEvents = html`<div
  hidden
  hx-sse:connect="/console/live"
  hx-sse:close="signed-out"
  hx-swap="none"
></div>`;

/** No style is written into the page, and no other host is asked. An update leaves open what a reader opened. */
const htmxConfig = {
  includeIndicatorCSS: false,
  extensions: 'sse',
  history: false,
  morphIgnore: ['data-htmx-powered', 'open'],
};

const openCount = (open: number): Html | false =>
  open > 0 && html` <span class="count">${open}<span class="hidden"> open</span></span>`;

function top(visitor: Exclude<Shell['visitor'], { access: 'anyone' }>, section: View['section']): Html {
  return html`<header>
    <a class="brand" href="/console">Reveille</a>
    ${
      visitor.access === 'owner'
        ? html`<p class="workspace">${visitor.workspaceName}</p>
            <button type="button" class="menu-button" popovertarget="menu">Menu</button>
            <nav id="menu" popover aria-label="Console">
              <ul>
                ${Object.entries(sections).map(
                  ([name, { title, path }]) =>
                    html`<li>
                      <a href="${path}" ${name === section && html`aria-current="page"`}
                        >${title}${name === 'approvals' && openCount(visitor.openApprovals)}</a
                      >
                    </li>`,
                )}
                <li class="apart"><a href="/docs">API reference</a></li>
              </ul>
            </nav>`
        : html`<p class="workspace">Operator</p>`
    }
    <form method="post" action="/console/sign-out" class="sign-out">
      ${csrfField(visitor.csrf)}
      <button class="quiet">Sign out</button>
    </form>
  </header>`;
}

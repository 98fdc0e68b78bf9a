import type { Catalogue, CatalogueItem } from '../../tools/catalogue.ts';
import { type Html, html } from '../html.ts';
import { fieldTable } from './fields.ts';

/** Every text tool, family by family; docs.js filters the list and takes an example over into the form above. */
export function toolCatalogue({ items }: Catalogue): Html {
  return html`<section id="tools">
    <h2>Text tools</h2>
    <p>
      ${items.length} tools for <a href="#invokeTool"><code>POST /api/tools/invoke</code></a
      >. The same list as JSON: <a href="/api/tools"><code>GET /api/tools</code></a
      >.
    </p>
    <p>
      <label class="filter">Find a tool <input type="search" id="tool-filter" autocomplete="off" /></label>
    </p>
    ${[...Map.groupBy(items, ({ family }) => family)].map(
      ([family, tools]) =>
        html`<div class="family">
          <h3>${family}</h3>
          ${tools.map(toolEntry)}
        </div>`,
    )}
  </section>`;
}

function toolEntry({ id, title, summary, params, example }: CatalogueItem): Html {
  const request = JSON.stringify({ tool: id, params: example.params }, null, 2);
  return html`<details class="tool" id="tool-${id}">
    <summary><code>${id}</code> <span>${summary}</span></summary>
    <h4>${title}</h4>
    ${fieldTable(params) ?? html`<p>Takes no params.</p>`}
    <p>Request</p>
    <pre class="request">${request}</pre>
    <p>Result</p>
    <pre>${example.result}</pre>
    <button type="button" class="use">Try this</button>
  </details>`;
}

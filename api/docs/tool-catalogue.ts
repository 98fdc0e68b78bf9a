import type { Catalogue, CatalogueItem } from '@reveille/tools';
import { type Html, html } from '../html.ts';
import { fieldInput } from './field-input.ts';
import { fieldsOf } from './fields.ts';
import { sendForm } from './send-form.ts';

/** All text tools by family, each with a form prefilled with its example; find-tools.js filters the list. */
export function toolCatalogue({ items }: Catalogue): Html {
  return html`<section id="tools">
    <h2>Text tools</h2>
    <p>
      ${items.length} tools for <a href="#invokeTool"><code>POST /api/tools/invoke</code></a
      >. The same list as JSON: <a href="/api/tools"><code>GET /api/tools</code></a
      >.
    </p>
    <search class="find">
      <label for="tool-filter">Find a tool</label>
      <input type="search" id="tool-filter" autocomplete="off" placeholder="slug, base64, csv to json …" />
      <p id="tool-count" role="status">${items.length} tools</p>
    </search>
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
  const fields = fieldsOf(params);
  const inputs = fields.map((field) => fieldInput(field, `tool-${id}`, example.params[field.name]));
  return html`<details class="tool" id="tool-${id}">
    <summary><code>${id}</code> <span>${summary}</span></summary>
    <h4>${title}</h4>
    <div class="example">
      <figure>
        <figcaption>Request</figcaption>
        <pre tabindex="0">${request}</pre>
      </figure>
      <figure>
        <figcaption>Result</figcaption>
        <pre tabindex="0">${example.result}</pre>
      </figure>
    </div>
    ${sendForm(
      { method: 'POST', path: '/api/tools/invoke', tool: id, button: 'Run', label: `Run ${id}` },
      fields.length === 0 ? html`<p>Takes no params.</p>` : inputs,
    )}
  </details>`;
}

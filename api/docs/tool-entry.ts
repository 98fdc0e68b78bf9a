import type { CatalogueItem } from '@reveille/tools';
import { type Html, html } from '../html.ts';
import { fieldInput } from './field-input.ts';
import { fieldsOf } from './fields.ts';
import { sendForm } from './send-form.ts';

/** A text tool with a form prefilled with its example. */
export function toolEntry({ id, title, summary, params, example }: CatalogueItem): Html {
  const request = JSON.stringify({ tool: id, params: example.params }, null, 2);
  const fields = fieldsOf(params);
  const inputs = fields.map((field) => fieldInput(field, `tool-${id}`, example.params[field.name]));
  return html`<details class="tool" id="tool-${id}">
    <summary><code>${id}</code> <span>${summary}</span></summary>
    <h2>${title}</h2>
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

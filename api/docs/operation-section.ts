import { type Html, html } from '../html.ts';
import { fieldTable } from './fields.ts';
import { markdown } from './markdown.ts';
import type { DocumentedOperation, Entry } from './reading.ts';
import { tryForm } from './try-form.ts';

type Content = NonNullable<DocumentedOperation['requestBody']>['content'];

const doors: Readonly<Record<string, string>> = {
  workspaceToken: 'Needs Authorization: Bearer and the token of a workspace.',
  operatorToken: "Needs Authorization: Bearer and the operator's token.",
};

/** One operation: where it is, what it takes, what it answers, and a form to try it. */
export function operationSection(entry: Entry): Html {
  const { method, path, operation } = entry;
  const door = operation.security.flatMap((scheme) => Object.keys(scheme)).map((name) => doors[name]);
  return html`<section class="operation" id="${operation.operationId}">
    <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="address"><b class="method">${method}</b> <code>${path}</code></p>
    ${operation.description === undefined ? null : markdown(operation.description)}
    ${door.map((sentence) => html`<p>${sentence}</p>`)} ${parameters(operation)}
    ${operation.requestBody === undefined ? null : request(operation.requestBody.content)}
    ${responses(operation)} ${tryForm(entry)}
  </section>`;
}

function parameters(operation: DocumentedOperation): Html | null {
  const named = operation.parameters.filter((parameter) => 'name' in parameter);
  if (named.length === 0) return null;
  return html`<h4>Parameters</h4>
    <table class="fields">
      <tbody>
        ${named.map(
          (parameter) =>
            html`<tr>
              <td>
                <code>${parameter.name}</code
                >${parameter.required ? html` <span class="required">required</span>` : null}
              </td>
              <td>${parameter.in}</td>
              <td>${parameter.description}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function request(content: Content): Html {
  return html`<h4>Request</h4>
    ${Object.entries(content).map(
      ([mediaType, { schema }]) =>
        html`<p><code>${mediaType}</code></p>
          ${fieldTable(schema)}`,
    )}`;
}

function responses({ responses }: DocumentedOperation): Html {
  return html`<h4>Answers</h4>
    ${Object.entries(responses)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(
        ([status, { description, content = {} }]) =>
          html`<details>
            <summary><b class="status s${status[0]}">${status}</b> ${inShort(description)}</summary>
            ${markdown(description)}
            ${Object.entries(content).map(([mediaType, body]) => answer(mediaType, body))}
          </details>`,
      )}`;
}

/** The codes of a refusal; of anything else its first line. */
function inShort(description: string): string {
  const codes = [...description.matchAll(/^`([A-Z_]+)`: /gm)].map(([, code]) => code);
  return codes.length > 0 ? codes.join(', ') : (description.split('\n')[0] ?? '');
}

function answer(mediaType: string, { schema, examples }: Content[string]): Html {
  const [example] = Object.values(examples ?? {});
  return html`<p><code>${mediaType}</code></p>
    ${fieldTable(schema)}
    ${example === undefined ? null : html`<pre>${JSON.stringify(example.value, null, 2)}</pre>`}`;
}

import { type Html, html } from '../html.ts';
import { fieldLists, listOf } from './fields.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import { type DocumentedOperation, type Entry, isErrorReference, parametersOf } from './reading.ts';
import { tryForm } from './try-form.ts';

type Content = NonNullable<DocumentedOperation['requestBody']>['content'];

const authentication: Readonly<Record<string, string>> = {
  workspaceToken: 'Needs Authorization: Bearer and the token of a workspace.',
  operatorToken: "Needs Authorization: Bearer and the operator's token.",
};

/** One operation: method and path, parameters, responses, and a form to try it. */
export function operationSection(entry: Entry): Html {
  const { method, path, operation } = entry;
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
  return html`<section class="operation" id="${operation.operationId}">
    <h3>
      ${operation.summary}
      <a class="anchor" href="#${operation.operationId}" aria-label="Link to: ${operation.summary}">#</a>
    </h3>
    <p class="address">${methodBadge(method)} <code>${path}</code></p>
    ${operation.description === undefined ? null : markdown(operation.description)}
    ${schemes.map((scheme) => html`<p>${authentication[scheme]}</p>`)} ${parameters(operation)}
    ${operation.requestBody === undefined ? null : request(operation.requestBody.content)}
    ${responses(operation)} ${tryForm(entry)}
  </section>`;
}

/** The method, coloured by kind. */
export function methodBadge(method: string): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}

function parameters(operation: DocumentedOperation): Html | null {
  const list = listOf(parametersOf(operation), 'request');
  return (
    list &&
    html`<h4>Parameters</h4>
      ${list}`
  );
}

function request(content: Content): Html {
  return html`<h4>Request</h4>
    ${Object.entries(content).map(
      ([mediaType, { schema }]) =>
        html`<p class="media"><code>${mediaType}</code></p>
          ${fieldLists(schema, 'request')}`,
    )}`;
}

function responses({ responses }: DocumentedOperation): Html {
  return html`<h4>Answers</h4>
    ${Object.entries(responses)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(
        ([status, { description, content = {} }]) =>
          html`<details class="response">
            <summary>
              <b class="status s${status[0]}">${status}</b>
              <span>${inlineMarkdown(inShort(description))}</span>
            </summary>
            ${inShort(description) === description ? null : markdown(description)}
            ${Object.entries(content).map(([mediaType, body]) => answer(mediaType, body))}
          </details>`,
      )}`;
}

/** The codes of a refusal; the first line of any other description. */
function inShort(description: string): string {
  const codes = [...description.matchAll(/^`([A-Z_]+)`: /gm)].map(([, code]) => code);
  return codes.length > 0 ? codes.join(', ') : (description.split('\n')[0] ?? '');
}

function answer(mediaType: string, { schema, examples }: Content[string]): Html {
  const [example] = Object.values(examples ?? {});
  return html`<p class="media">
      <code>${mediaType}</code>${isErrorReference(schema) && html`, <a href="#error">as every error</a>`}
    </p>
    ${fieldLists(schema, 'answer')}
    ${example === undefined ? null : html`<pre tabindex="0">${JSON.stringify(example.value, null, 2)}</pre>`}`;
}

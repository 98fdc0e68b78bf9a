import { type Html, html } from '../html.ts';
import { fieldLists, listOf } from './fields.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import {
  type DocumentedOperation,
  type Entry,
  isErrorReference,
  parametersOf,
  schemesOf,
} from './reading.ts';
import { tryForm } from './try-form.ts';

type Content = NonNullable<DocumentedOperation['requestBody']>['content'];

const authentication: Readonly<Record<string, string>> = {
  workspaceToken: 'Needs Authorization: Bearer and the token of a workspace.',
  operatorToken: "Needs Authorization: Bearer and the operator's token.",
};

/** Answers that a page has shown, by their schema: the operation that shows it. */
type Shown = Map<string, DocumentedOperation>;

/** Smaller schemas are shown each time. */
const shownOnceCharsMin = 2_000;

/** The operations of a page. A large answer that several give is shown once, and the others refer to it. */
export function operationSections(entries: readonly Entry[]): readonly Html[] {
  const shown: Shown = new Map();
  return entries.map((entry) => operationSection(entry, shown));
}

/** One operation: method and path, parameters, responses, and a form to try it. */
function operationSection(entry: Entry, shown: Shown): Html {
  const { method, path, operation } = entry;
  const schemes = schemesOf(operation);
  return html`<section class="operation" id="${operation.operationId}">
    <h2>
      ${operation.summary}
      <a class="anchor" href="#${operation.operationId}" aria-label="Link to: ${operation.summary}">#</a>
    </h2>
    <p class="address">${methodBadge(method)} <code>${path}</code></p>
    ${operation.description === undefined ? null : markdown(operation.description)}
    ${schemes.map((scheme) => html`<p>${authentication[scheme]}</p>`)} ${parameters(operation)}
    ${operation.requestBody === undefined ? null : request(operation.requestBody.content)}
    ${responses(operation, shown)} ${tryForm(entry)}
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
    html`<h3>Parameters</h3>
      ${list}`
  );
}

function request(content: Content): Html {
  return html`<h3>Request</h3>
    ${Object.entries(content).map(
      ([mediaType, { schema }]) =>
        html`<p class="media"><code>${mediaType}</code></p>
          ${fieldLists(schema, 'request')}`,
    )}`;
}

function responses(operation: DocumentedOperation, shown: Shown): Html {
  return html`<h3>Answers</h3>
    ${Object.entries(operation.responses)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(
        ([status, { description, content = {} }]) =>
          html`<details class="response">
            <summary>
              <b class="status s${status[0]}">${status}</b>
              <span>${inlineMarkdown(inShort(description))}</span>
            </summary>
            ${inShort(description) === description ? null : markdown(description)}
            ${Object.entries(content).map(([mediaType, body]) => answer(mediaType, body, { operation, shown }))}
          </details>`,
      )}`;
}

/** The codes of a refusal; the first line of any other description. */
function inShort(description: string): string {
  const codes = [...description.matchAll(/^`([A-Z_]+)`: /gm)].map(([, code]) => code);
  return codes.length > 0 ? codes.join(', ') : (description.split('\n')[0] ?? '');
}

interface Showing {
  readonly operation: DocumentedOperation;
  readonly shown: Shown;
}

/** The operation that shows a schema already; from now on this one. */
function shownBefore(schema: unknown, { operation, shown }: Showing): DocumentedOperation | undefined {
  const text = JSON.stringify(schema) ?? '';
  if (text.length < shownOnceCharsMin) return undefined;
  const first = shown.get(text);
  if (first === undefined) shown.set(text, operation);
  return first;
}

function answer(mediaType: string, { schema, examples }: Content[string], showing: Showing): Html {
  const [example] = Object.values(examples ?? {});
  const before = shownBefore(schema, showing);
  return html`<p class="media">
      <code>${mediaType}</code
      >${isErrorReference(schema) && html`, <a href="/docs#error">as every error</a>`}${
        before && html`, <a href="#${before.operationId}">the same as of: ${before.summary}</a>`
      }
    </p>
    ${before === undefined && fieldLists(schema, 'answer')}
    ${example === undefined ? null : html`<pre tabindex="0">${JSON.stringify(example.value, null, 2)}</pre>`}`;
}

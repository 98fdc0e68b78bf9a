import { PdfAction } from '@reveille/tools';
import { pdfUploadLimits } from '../../contracts/pdf.ts';
import { type Html, html } from '../html.ts';
import { fieldInput, textArea } from './field-input.ts';
import { fieldsOf } from './fields.ts';
import { inlineMarkdown } from './markdown.ts';
import type { DocumentedOperation, Entry } from './reading.ts';
import { sendForm } from './send-form.ts';

/** The forms whose body is not plain JSON, by operation. */
const ownFields: Readonly<Record<string, () => Html>> = { processPdf: pdfFields, analyzeImage: imageFields };

/** A form that sends the request from this page; its script is docs.js. Nothing for what a page need not send. */
export function tryForm(entry: Entry): Html | null {
  const { method, path, operation } = entry;
  if (!/^\/(api|manage|hooks)\//.test(path)) return null;
  const { operationId, summary } = operation;
  const ofImage = operationId === 'analyzeImage' ? { tool: 'image-to-prompt' } : {};
  return html`<details class="try">
    <summary>Try it</summary>
    ${sendForm({ method, path, label: `Try: ${summary}`, button: 'Send', ...ofImage }, [
      ...tokenInputs(operation),
      ...placeInputs(operation),
      ...bodyInputs(entry),
    ])}
  </details>`;
}

function tokenInputs({ operationId, security }: DocumentedOperation): readonly Html[] {
  return security
    .flatMap((scheme) => Object.keys(scheme))
    .map((scheme) => {
      const id = `${operationId}-token`;
      const whose = scheme === 'operatorToken' ? 'Token of the operator' : 'Token of the workspace';
      return html`<div class="field">
        <label for="${id}">${whose} <span class="required">required</span></label>
        <input id="${id}" name="token" type="password" autocomplete="off" data-scheme="${scheme}" required />
      </div>`;
    });
}

function placeInputs({ operationId, parameters }: DocumentedOperation): readonly Html[] {
  return parameters
    .filter((parameter) => 'name' in parameter)
    .map(({ name, in: place, required, description }) => {
      const id = `${operationId}-${place}-${name}`;
      return html`<div class="field">
        <label for="${id}"
          ><code class="name">${name}</code> <span class="type">${place}</span> ${
            required && html`<span class="required">required</span>`
          }</label
        >
        <input
          id="${id}"
          name="${place}:${name}"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="${id}-about"
          ${required && html`required`}
        />
        <p class="about" id="${id}-about">${inlineMarkdown(description)}</p>
      </div>`;
    });
}

function bodyInputs({ method, operation }: Entry): readonly Html[] {
  const { operationId, requestBody } = operation;
  const own = ownFields[operationId];
  if (own !== undefined) return [own()];
  const json = requestBody?.content['application/json'];
  if (json === undefined) return [];
  const [example] = Object.values(json.examples ?? {});
  const fields = fieldsOf(json.schema);
  // A change tells "left out" from "empty", and a text tool has its form in the catalogue: these are typed as JSON.
  const isTyped = method === 'POST' && operationId !== 'invokeTool' && fields.length > 0;
  if (!isTyped) return [jsonInput(operationId, example?.value)];
  const values: Readonly<Record<string, unknown>> = { ...Object(example?.value) };
  return fields.map((field) => fieldInput(field, { idPrefix: operationId, example: values[field.name] }));
}

function jsonInput(operationId: string, example: unknown): Html {
  const text = JSON.stringify(example ?? {}, null, 2);
  const id = `${operationId}-body`;
  return html`<div class="field">
    <label for="${id}">Body <span class="type">JSON</span></label>
    ${textArea(html`id="${id}" name="body" rows="8"`, text)}
  </div>`;
}

function imageFields(): Html {
  return html`<div class="field">
      <label for="image-file">A picture from this device</label>
      <input
        id="image-file"
        name="picture:image"
        type="file"
        accept="image/*"
        aria-describedby="image-about"
      />
      <p class="about" id="image-about">
        It goes into the request as a base64 data URL, and wins over the field below.
      </p>
    </div>
    <div class="field">
      <label for="image-url"
        >or <code class="name">image</code> <span class="type">an http(s) URL or a data URL</span></label
      >
      <input
        id="image-url"
        name="member:image"
        data-kind="text"
        data-empty="sent"
        autocomplete="off"
        spellcheck="false"
      />
    </div>`;
}

function pdfFields(): Html {
  return html`<div class="field">
      <label for="pdf-action"><code class="name">action</code> <span class="required">required</span></label>
      <select id="pdf-action" name="part:action">
        ${PdfAction.options.map((action) => html`<option>${action}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="pdf-ranges"><code class="name">ranges</code></label>
      <input id="pdf-ranges" name="part:ranges" placeholder="1,3-5" autocomplete="off" />
    </div>
    <div class="field">
      <label for="pdf-file"><code class="name">file</code> <span class="type">one PDF</span></label>
      <input id="pdf-file" name="part:file" type="file" accept="application/pdf" />
    </div>
    <div class="field">
      <label for="pdf-files"
        ><code class="name">files</code>
        <span class="type">several PDFs, at most ${pdfUploadLimits.filesMax}</span></label
      >
      <input id="pdf-files" name="part:files" type="file" accept="application/pdf" multiple />
    </div>`;
}

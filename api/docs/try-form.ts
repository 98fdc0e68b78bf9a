import { type Html, html } from '../html.ts';
import { fieldInput, textArea } from './field-input.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type Entry, parametersOf, schemesOf } from './reading.ts';
import { sendForm } from './send-form.ts';

/** A form that sends the request from the page (see docs.js); null for operations that have none. */
export function tryForm(entry: Entry): Html | null {
  const { method, path, operation } = entry;
  if (method === 'OPTIONS' || !/^\/(api|manage|hooks)\//.test(path)) return null;
  const { operationId, summary } = operation;
  const ofImage = operationId === 'analyzeImage' ? { tool: 'image-to-prompt' } : {};
  return html`<details class="try">
    <summary>Try it</summary>
    ${sendForm(
      {
        method,
        path,
        needsToken: schemesOf(operation).length > 0,
        label: `Try: ${summary}`,
        button: 'Send',
        ...ofImage,
      },
      [...parametersOf(operation).map((field) => fieldInput(field, operationId)), ...bodyInputs(entry)],
    )}
  </details>`;
}

function bodyInputs({ method, operation }: Entry): readonly Html[] {
  const { operationId, requestBody } = operation;
  const form = requestBody?.content['multipart/form-data'];
  if (form !== undefined)
    return fieldsOf(form.schema).map((field) => fieldInput({ ...field, place: 'part' }, operationId));
  const json = requestBody?.content['application/json'];
  if (json === undefined) return [];
  const [example] = Object.values(json.examples ?? {});
  const fields = fieldsOf(json.schema);
  if (operationId === 'analyzeImage') return imageInputs(operationId, fields);
  // Updates must tell "left out" from "empty", and text tools have forms in the catalogue: these get one JSON field.
  const isTyped = method === 'POST' && operationId !== 'invokeTool' && fields.length > 0;
  if (!isTyped) return [jsonInput(operationId, example?.value)];
  const values: Readonly<Record<string, unknown>> = { ...Object(example?.value) };
  return fields.map((field) => fieldInput(field, operationId, values[field.name]));
}

function jsonInput(operationId: string, example: unknown): Html {
  const text = JSON.stringify(example ?? {}, null, 2);
  const id = `${operationId}-body`;
  return html`<div class="field">
    <label for="${id}">Body <span class="type">JSON</span></label>
    ${textArea(html`id="${id}" name="body" rows="8"`, text)}
  </div>`;
}

/** The `image` field, or a file that is converted to a data URL. */
function imageInputs(operationId: string, fields: readonly Field[]): readonly Html[] {
  const params = fieldsOf(fields.find(({ name }) => name === 'params')?.property);
  const file = html`<div class="field">
    <label for="image-file">A picture from this device</label>
    <input id="image-file" name="picture:image" type="file" accept="image/*" aria-describedby="image-about" />
    <p class="about" id="image-about">
      It goes into the request as a base64 data URL, and wins over the field below.
    </p>
  </div>`;
  return [file, ...params.map((field) => fieldInput(field, operationId))];
}

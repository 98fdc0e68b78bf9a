import { type Html, html } from '../html.ts';
import { pdfLimits } from '../../contracts/pdf.ts';
import type { DocumentedOperation, Entry } from './reading.ts';

/** A form that sends the request from this page; its script is docs.js. Nothing for what a page cannot send. */
export function tryForm({ method, path, operation }: Entry): Html | null {
  if (!path.startsWith('/api/') && !path.startsWith('/manage/') && !path.startsWith('/hooks/')) return null;
  const isLocked = operation.security.length > 0;
  return html`<details class="try">
    <summary>Try it</summary>
    <form data-method="${method}" data-path="${path}">
      ${isLocked && html`<label>Token <input name="token" type="password" autocomplete="off" required /></label>`}
      ${fillIns(operation)} ${bodyFields(operation)}
      <button type="submit">Send</button>
      <output hidden></output>
    </form>
    <noscript><p>Sending from this page needs JavaScript.</p></noscript>
  </details>`;
}

function fillIns({ parameters }: DocumentedOperation): readonly Html[] {
  return parameters
    .filter((parameter) => 'name' in parameter)
    .map(
      (parameter) =>
        html`<label
          >${parameter.name}
          <input name="${parameter.in}:${parameter.name}" ${parameter.required ? html`required` : null} />
        </label>`,
    );
}

function bodyFields({ requestBody }: DocumentedOperation): Html | null {
  const content = requestBody?.content ?? {};
  if ('multipart/form-data' in content) return pdfFields();
  const json = content['application/json'];
  if (json === undefined) return null;
  const [example] = Object.values(json.examples ?? {});
  const value = example === undefined ? '{}' : JSON.stringify(example.value, null, 2);
  return html`<label>Body <textarea name="body" rows="8" spellcheck="false">${value}</textarea></label>`;
}

function pdfFields(): Html {
  const actions = ['pdf-to-text', 'get-info', 'split', 'merge'];
  return html`<label
      >action
      <select name="field:action">
        ${actions.map((action) => html`<option>${action}</option>`)}
      </select>
    </label>
    <label>ranges <input name="field:ranges" placeholder="1,3-5" /></label>
    <label>file <input name="field:file" type="file" accept="application/pdf" /></label>
    <label
      >files (at most ${pdfLimits.filesMax})
      <input name="field:files" type="file" accept="application/pdf" multiple
    /></label>`;
}

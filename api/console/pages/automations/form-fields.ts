import { type Html, html } from '#api/html.ts';
import { type FormProblem, invalid } from '../../parts/refused-form.ts';
import type { AutomationFields, FieldName } from './automation-fields.ts';
import { formOfFields } from './form-content.ts';

/** For forms on the pages of the owner, folded. */
export function formFields(fields: AutomationFields, problem: FormProblem | undefined): Html {
  const isWrong = problem?.field?.startsWith('form') === true;
  return html`<details class="more" ${isWrong && html`open`}>
    <summary>HTML form <span class="quiet">${summaryOf(fields)}</span></summary>
    <p class="hint">
      For a form on a page of yours that posts to the URL of this automation. Give an address or a text, or
      neither.
    </p>
    <div class="columns">
      ${line({ name: 'form.redirectUrl', label: 'Send visitors on to', type: 'url', fields, problem })}
      ${line({ name: 'form.honeypot', label: 'Field that only robots fill in', type: 'text', fields, problem })}
    </div>
    ${area({ name: 'form.text', label: 'Or show a text', fields, problem })}
    ${area({ name: 'form.origins', label: 'Sites whose scripts may post here, one a line', fields, problem })}
  </details>`;
}

function summaryOf(fields: AutomationFields): string {
  if (fields['form.redirectUrl'].trim() !== '') return 'visitors are sent on';
  if (fields['form.text'].trim() !== '') return 'visitors see a text';
  return formOfFields(fields) === null ? 'as for every sender' : 'with settings';
}

interface Field {
  readonly name: FieldName & `form.${string}`;
  readonly label: string;
  readonly fields: AutomationFields;
  readonly problem: FormProblem | undefined;
}

const line = ({ name, label, type, fields, problem }: Field & { readonly type: string }): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${fields[name]}"
      autocomplete="off"
      ${isInvalid(problem, name)}
    />
  </p>`;

const area = ({ name, label, fields, problem }: Field): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="2" ${isInvalid(problem, name)}>${fields[name]}</textarea>
  </p>`;

/** An origin is named by its place in the list. */
const isInvalid = (problem: FormProblem | undefined, name: string) =>
  invalid(
    problem?.field?.startsWith('form.origins.') === true ? { ...problem, field: 'form.origins' } : problem,
    name,
  );

import { type Html, html } from '#api/html.ts';
import { areaField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { AutomationFields, FieldName } from './automation-fields.ts';
import { formOfFields } from './form-content.ts';

/** For forms on the pages of the owner, folded. */
export function formFields(fields: AutomationFields, problem: FormProblem | undefined): Html {
  const field = (name: FieldName) => ({ name, value: fields[name], problem: withWholeList(problem) });
  const isWrong = problem?.field?.startsWith('form') === true;
  return html`<details class="more" ${isWrong && html`open`}>
    <summary>HTML form <span class="quiet">${summaryOf(fields)}</span></summary>
    <p class="hint">
      For a form on a page of yours that posts to the URL of this automation. Give an address or a text, or
      neither.
    </p>
    <div class="columns">
      ${textField({ ...field('form.redirectUrl'), label: 'Send visitors on to', type: 'url' })}
      ${textField({ ...field('form.honeypot'), label: 'Field that only robots fill in' })}
    </div>
    ${areaField({ ...field('form.text'), label: 'Or show a text', rows: 2 })}
    ${areaField({ ...field('form.origins'), label: 'Sites whose scripts may post here, one a line', rows: 2 })}
  </details>`;
}

function summaryOf(fields: AutomationFields): string {
  if (fields['form.redirectUrl'].trim() !== '') return 'visitors are redirected';
  if (fields['form.text'].trim() !== '') return 'visitors see a text';
  return formOfFields(fields) === null ? 'as for every sender' : 'with settings';
}

/** An origin is named by its place in the list. */
const withWholeList = (problem: FormProblem | undefined) =>
  problem?.field?.startsWith('form.origins.') === true ? { ...problem, field: 'form.origins' } : problem;

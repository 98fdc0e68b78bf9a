import { Effort } from '#contracts/model-settings.ts';
import { type Html, html } from '#api/html.ts';
import { checkField, choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { AutomationFields, FieldName } from './automation-fields.ts';
import { answerSchemaField } from './answer-schema-field.ts';
import { expectsFields } from './expects-fields.ts';
import { formFields } from './form-fields.ts';
import { referenceFields } from './reference-fields.ts';

type Shown = (name: FieldName) => {
  readonly name: string;
  readonly value: string;
  readonly problem: FormProblem | undefined;
};

/** Settings that most automations leave as they are: what is expected, references, retries, models and HTML forms, folded. */
export function moreFields(fields: AutomationFields, problem: FormProblem | undefined): Html {
  const concerns = (group: string) => problem?.field?.startsWith(group) === true;
  const field: Shown = (name) => ({ name, value: fields[name], problem });
  return html`${expectsFields(fields.expects ?? [], problem)}
    ${answerSchemaField({ name: 'answerSchema', value: fields.answerSchema ?? '', problem })}
    ${referenceFields(fields)}
    <details class="more" ${concerns('retry') && html`open`}>
      <summary>Retries <span class="quiet">${retrySummary(fields)}</span></summary>
      ${retryFields(fields, field)}
    </details>
    <details class="more" ${concerns('model') && html`open`}>
      <summary>Model <span class="quiet">${modelSummary(fields)}</span></summary>
      ${modelFields(field)}
    </details>
    ${formFields(fields, problem)}`;
}

const retrySummary = (fields: AutomationFields) =>
  fields['retry.tries'] === '1'
    ? 'never'
    : `up to ${fields['retry.tries']} tries within ${fields['retry.withinMinutes']} minutes`;

const modelSummary = (fields: AutomationFields) => fields['model.main'] || 'that of the agent';

const retryFields = (fields: AutomationFields, field: Shown): Html =>
  html`<div class="columns">
      ${textField({ ...field('retry.tries'), label: 'Tries of a request', ...between(1, 20) })}
      ${textField({ ...field('retry.withinMinutes'), label: 'Within minutes', ...between(1, 1440) })}
    </div>
    <p class="hint">
      If the target is unavailable, its requests are retried, with growing delays. A POST or PATCH is retried
      only if it certainly was not processed.
    </p>
    ${checkField({
      name: 'retry.honorsIdempotencyKey',
      label: html`The targets ignore repeated requests with the same <code>Idempotency-Key</code>`,
      isChecked: fields['retry.honorsIdempotencyKey'] === 'true',
    })}`;

const modelFields = (field: Shown): Html =>
  html`<p class="hint">
      Blank fields are those of the agent. Models are named <code>provider/model-id</code>.
    </p>
    <div class="columns">
      ${textField({ ...field('model.main'), label: 'Main model', ...asTyped })}
      ${textField({ ...field('model.fallback'), label: 'When it is unavailable', ...asTyped })}
      ${textField({ ...field('model.filter'), label: 'For the filter', ...asTyped })}
      ${choiceField({
        ...field('model.effort'),
        label: 'Reasoning',
        options: ['', ...Effort.options].map((effort) => [effort, effort === '' ? 'as usual' : effort]),
      })}
      ${textField({ ...field('model.maxOutputTokens'), label: 'Longest answer in tokens', ...between(256, 200_000) })}
    </div>`;

const asTyped = { attributes: html`spellcheck="false"` };
const between = (min: number, max: number) => ({
  type: 'number',
  attributes: html`min="${min}" max="${max}"`,
});

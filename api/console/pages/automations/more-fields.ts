import { Effort } from '#contracts/model-settings.ts';
import { type Html, html } from '#api/html.ts';
import { type FormProblem, invalid } from '../../parts/refused-form.ts';
import type { AutomationFields, FieldName } from './automation-fields.ts';
import { formFields } from './form-fields.ts';

type Shown = (name: FieldName) => Html;

/** What most automations leave as it is: retries, models and HTML forms, folded. */
export function moreFields(fields: AutomationFields, problem: FormProblem | undefined): Html {
  const concerns = (group: string) => problem?.field?.startsWith(group) === true;
  const attributes: Shown = (name) =>
    html`id="${name}" name="${name}" value="${fields[name]}" ${invalid(problem, name)}`;
  return html`<details class="more" ${concerns('retry') && html`open`}>
      <summary>Retries <span class="quiet">${retrySummary(fields)}</span></summary>
      ${retryFields(fields, attributes)}
    </details>
    <details class="more" ${concerns('model') && html`open`}>
      <summary>Model <span class="quiet">${modelSummary(fields)}</span></summary>
      ${modelFields(fields, attributes)}
    </details>
    ${formFields(fields, problem)}`;
}

const retrySummary = (fields: AutomationFields) =>
  fields['retry.tries'] === '1'
    ? 'never'
    : `up to ${fields['retry.tries']} tries within ${fields['retry.withinMinutes']} minutes`;

const modelSummary = (fields: AutomationFields) => fields['model.main'] || 'that of the agent';

const retryFields = (fields: AutomationFields, attributes: Shown): Html =>
  html`<div class="columns">
      <p class="field">
        <label for="retry.tries">Tries of a request</label>
        <input type="number" min="1" max="20" ${attributes('retry.tries')} />
      </p>
      <p class="field">
        <label for="retry.withinMinutes">Within minutes</label>
        <input type="number" min="1" max="1440" ${attributes('retry.withinMinutes')} />
      </p>
    </div>
    <p class="hint">
      Where the target is unavailable its requests are sent again, with growing waits. A POST or PATCH is sent
      again only where it certainly was not processed.
    </p>
    <p class="field choice">
      <label for="retry.honorsIdempotencyKey">
        <input
          type="checkbox"
          id="retry.honorsIdempotencyKey"
          name="retry.honorsIdempotencyKey"
          value="true"
          ${fields['retry.honorsIdempotencyKey'] === 'true' && html`checked`}
        />
        <span>The targets ignore a request whose <code>Idempotency-Key</code> they have seen</span>
      </label>
    </p>`;

const modelFields = (fields: AutomationFields, attributes: Shown): Html =>
  html`<p class="hint">
      Blank fields are those of the agent. Models are named <code>provider/model-id</code>.
    </p>
    <div class="columns">
      ${modelField('model.main', 'Main model', attributes)}
      ${modelField('model.fallback', 'When it is unavailable', attributes)}
      ${modelField('model.filter', 'For the filter', attributes)}
      <p class="field">
        <label for="model.effort">Reasoning</label>
        <select id="model.effort" name="model.effort">
          ${['', ...Effort.options].map(
            (effort) =>
              html`<option value="${effort}" ${effort === fields['model.effort'] && html`selected`}>
                ${effort === '' ? 'as usual' : effort}
              </option>`,
          )}
        </select>
      </p>
      <p class="field">
        <label for="model.maxOutputTokens">Longest answer in tokens</label>
        <input type="number" min="256" max="200000" ${attributes('model.maxOutputTokens')} />
      </p>
    </div>`;

const modelField = (name: FieldName, label: string, attributes: Shown): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <input ${attributes(name)} autocomplete="off" spellcheck="false" />
  </p>`;

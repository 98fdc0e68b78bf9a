import { type Html, html } from '../../../html.ts';
import { type AutomationChoices, choicesHint } from '../../parts/automation-choices.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { type FormProblem, invalid, problemNote } from '../../parts/refused-form.ts';

interface RuleForm {
  readonly action: string;
  readonly csrf: string;
  readonly automations: AutomationChoices;
  readonly typed: URLSearchParams;
  readonly submit: string;
  readonly problem?: FormProblem | undefined;
}

/** When to tell, and where. Works without scripts: what is not chosen is not read. */
export function ruleForm({ action, csrf, automations, typed, submit, problem }: RuleForm): Html {
  const chosen = typed.get('automation') ?? '';
  return html`<form method="post" action="${action}" class="rule">
    ${csrfField(csrf)} ${problem !== undefined && problemNote(problem)}
    <p class="field">
      <label for="rule-name">Name</label>
      <input
        id="rule-name"
        name="name"
        value="${typed.get('name') ?? ''}"
        placeholder="On call"
        autocomplete="off"
        required
        ${wrong(problem, 'name')}
      />
    </p>
    <p class="field">
      <label for="rule-automation">Automation</label>
      <select id="rule-automation" name="automation">
        <option value="">Every automation</option>
        ${automations.items.map(
          ({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`,
        )}
      </select>
      ${automations.hasMore && html`<span class="hint">${choicesHint}</span>`}
    </p>
    ${conditionFields(typed, problem)} ${channelFields(typed, problem)}
    <p class="actions"><button class="primary">${submit}</button></p>
  </form>`;
}

/** Which field a refusal is about. */
const fieldOf = ({ code, field }: FormProblem): string =>
  code === 'INVALID_ALERT_URL'
    ? 'url'
    : code === 'INVALID_EMAIL' || code === 'EMAIL_NOT_CONFIGURED'
      ? 'to'
      : (field?.split('.').at(-1) ?? '');

const wrong = (problem: FormProblem | undefined, field: string): Html | false =>
  invalid(problem && { ...problem, field: fieldOf(problem) }, field);

function conditionFields(typed: URLSearchParams, problem: FormProblem | undefined): Html {
  const chosen = typed.get('condition') ?? 'first_failure';
  const radio = (kind: string, label: string) => radioOf('condition', kind, label, chosen === kind);
  const number = (name: string, label: string, usual: string) =>
    html`<label class="number-field"
      ><span class="hidden">${label}</span
      ><input
        name="${name}"
        inputmode="numeric"
        value="${typed.get(name) ?? usual}"
        size="5"
        autocomplete="off"
        ${wrong(problem, name)}
    /></label>`;
  return html`<fieldset>
    <legend>Tell me of</legend>
    <div class="choice">${radio('first_failure', 'the first failure, and the recovery')}</div>
    <div class="choice">
      ${radio('failures', 'many failures:')} ${number('count', 'How many failures', '3')} within
      ${number('minutes', 'Within how many minutes', '10')} minutes
    </div>
    <div class="choice">
      ${radio('silence', 'silence: no delivery for')}
      ${number('silence', 'Silent for how many minutes', '60')} minutes
    </div>
    <div class="choice">
      ${radio('shape_change', 'a change in the deliveries: a text where a number was')}
    </div>
    <p class="hint">
      Each automation counts for itself. A run fails when its outcome is failed, unknown effect or needs a
      model. Silence is looked at every five minutes. Each change is told once, before its run acts on it.
    </p>
  </fieldset>`;
}

function channelFields(typed: URLSearchParams, problem: FormProblem | undefined): Html {
  const chosen = typed.get('channel') ?? 'webhook';
  return html`<fieldset>
    <legend>By</legend>
    <div class="choice">${radioOf('channel', 'webhook', 'a signed POST', chosen !== 'email')}</div>
    <p class="field">
      <label for="rule-url">URL</label>
      <input
        id="rule-url"
        name="url"
        inputmode="url"
        value="${typed.get('url') ?? ''}"
        placeholder="https://example.com/alerts"
        autocomplete="off"
        spellcheck="false"
        ${wrong(problem, 'url')}
      />
    </p>
    <div class="choice">${radioOf('channel', 'email', 'an e-mail', chosen === 'email')}</div>
    <p class="field">
      <label for="rule-to">Address</label>
      <input
        id="rule-to"
        name="to"
        type="email"
        value="${typed.get('to') ?? ''}"
        placeholder="ada@example.com"
        autocomplete="email"
        ${wrong(problem, 'to')}
      />
    </p>
  </fieldset>`;
}

const radioOf = (name: string, value: string, label: string, isChosen: boolean): Html =>
  html`<label
    ><input type="radio" name="${name}" value="${value}" ${isChosen && html`checked`} />
    <span>${label}</span></label
  >`;

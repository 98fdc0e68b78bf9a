import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { type AutomationChoices, choicesHint } from '../../parts/automation-choices.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { choiceField, type Option, textField } from '../../parts/field.ts';
import { type FormProblem, inWordsOf, invalid } from '../../parts/refused-form.ts';

interface RuleForm {
  readonly action: string;
  readonly csrf: string;
  readonly automations: AutomationChoices;
  readonly typed: URLSearchParams;
  readonly submit: string;
  /** Whether the service can. */
  readonly sendsEmail: boolean;
  readonly problem?: FormProblem | undefined;
}

/** When to tell, and where. Works without scripts: what is not chosen is not read. */
export function ruleForm({ action, csrf, automations, typed, submit, sendsEmail, ...form }: RuleForm): Html {
  const problem = form.problem && inWordsOf(labels, form.problem, fieldOf(form.problem, typed));
  return html`<form method="post" action="${action}" class="rule">
    ${csrfField(csrf)} ${problemNote(problem)}
    ${textField({
      id: 'rule-name',
      name: 'name',
      label: 'Name',
      value: typed.get('name') ?? '',
      problem,
      placeholder: 'On call',
      isRequired: true,
    })}
    ${choiceField({
      id: 'rule-automation',
      name: 'automation',
      label: 'Automation',
      value: typed.get('automation') ?? '',
      options: [['', 'Every automation'], ...automations.items.map(({ id, name }): Option => [id, name])],
      hint: automations.hasMore && choicesHint,
    })}
    ${conditionFields(typed, problem)} ${channelFields(typed, problem, sendsEmail)}
    <p class="actions"><button class="primary">${submit}</button></p>
  </form>`;
}

const labels = {
  name: 'Name',
  count: 'How many failures',
  minutes: 'Within how many minutes',
  silence: 'Silent for how many minutes',
  refused: 'How many refused deliveries',
  refusedMinutes: 'Refused within how many minutes',
  heldMinutes: 'Held for how many minutes',
  held: 'How many held deliveries',
  url: 'URL',
  to: 'Address',
};

/** The fields of conditions that have a member in common with another one. */
const ownFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  silence: { minutes: 'silence' },
  refused: { count: 'refused', minutes: 'refusedMinutes' },
  held: { count: 'held', minutes: 'heldMinutes' },
};

function fieldOf({ field }: FormProblem, typed: URLSearchParams): string | null {
  const member = field?.split('.').at(-1) ?? null;
  if (member === null || field?.startsWith('condition.') !== true) return member;
  return ownFields[typed.get('condition') ?? '']?.[member] ?? member;
}

function conditionFields(typed: URLSearchParams, problem: FormProblem | undefined): Html {
  const chosen = typed.get('condition') ?? 'first_failure';
  const radio = (kind: string, label: string) => radioOf('condition', kind, label, chosen === kind);
  const number = (name: string, label: string, usual: string, min: number) =>
    html`<label class="number-field"
      ><span class="hidden">${label}</span
      ><input
        name="${name}"
        type="number"
        min="${min}"
        value="${typed.get(name) ?? usual}"
        autocomplete="off"
        ${invalid(problem, name)}
    /></label>`;
  return html`<fieldset>
    <legend>Alert me about</legend>
    <div class="choice">${radio('first_failure', 'the first failure, and the recovery')}</div>
    <div class="choice">
      ${radio('failures', 'many failures:')} ${number('count', 'How many failures', '3', 1)} within
      ${number('minutes', 'Within how many minutes', '10', 1)} minutes
    </div>
    <div class="choice">
      ${radio('silence', 'silence: no delivery for')}
      ${number('silence', 'Silent for how many minutes', '60', 5)} minutes
    </div>
    <div class="choice">
      ${radio('shape_change', 'a change in the deliveries: a text where a number was')}
    </div>
    <div class="choice">${radio('case_broken', 'a case that holds no more after a change')}</div>
    <div class="choice">${radio('connection_broken', 'a broken connection (OAuth 2) that a run needs')}</div>
    <div class="choice">
      ${radio('refused', 'deliveries that are refused, because there is no room:')}
      ${number('refused', 'How many refused deliveries', '10', 1)} within
      ${number('refusedMinutes', 'Refused within how many minutes', '10', 1)} minutes
    </div>
    <div class="choice">
      ${radio('held', 'deliveries that are held: the oldest for')}
      ${number('heldMinutes', 'Held for how many minutes', '15', 1)} minutes, or so many:
      ${number('held', 'How many held deliveries', '', 1)}
    </div>
    <p class="hint">
      Each automation counts for itself. A run fails when its outcome is failed, unknown effect or needs a
      model. Silence, refused and held deliveries are checked every five minutes. Each change is reported
      once, before its run acts on it.
    </p>
  </fieldset>`;
}

function channelFields(typed: URLSearchParams, problem: FormProblem | undefined, sendsEmail: boolean): Html {
  const chosen = typed.get('channel') ?? 'webhook';
  return html`<fieldset>
    <legend>By</legend>
    <div class="choice">${radioOf('channel', 'webhook', 'a signed POST', chosen !== 'email')}</div>
    ${textField({
      id: 'rule-url',
      name: 'url',
      label: 'URL',
      value: typed.get('url') ?? '',
      problem,
      placeholder: 'https://example.com/alerts',
      attributes: html`inputmode="url" spellcheck="false"`,
    })}
    <div class="choice">${radioOf('channel', 'email', 'an e-mail', chosen === 'email', sendsEmail)}</div>
    ${!sendsEmail && html`<p class="hint">This service sends no e-mail. Its operator can set <code>SMTP_URL</code>.</p>`}
    ${textField({
      id: 'rule-to',
      name: 'to',
      label: 'Address',
      value: typed.get('to') ?? '',
      problem,
      type: 'email',
      autocomplete: 'email',
      placeholder: 'ada@example.com',
      attributes: html`${!sendsEmail && html`disabled`}`,
    })}
  </fieldset>`;
}

const radioOf = (name: string, value: string, label: string, isChosen: boolean, isOpen = true): Html =>
  html`<label
    ><input
      type="radio"
      name="${name}"
      value="${value}"
      ${isChosen && html`checked`}
      ${!isOpen && html`disabled`}
    />
    <span>${label}</span></label
  >`;

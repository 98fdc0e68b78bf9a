import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { type FormProblem, problemNote } from '../../parts/refused-form.ts';

interface SecretForm {
  readonly action: string;
  readonly csrf: string;
  /** Of a value nothing is ever shown again. */
  readonly typed: URLSearchParams;
  readonly submit: string;
  /** Of a secret that is changed: its name stays. */
  readonly isNew: boolean;
  readonly problem: FormProblem | undefined;
}

/** One secret: its name, its value, and where it may be sent. */
export function secretForm({ action, csrf, typed, submit, isNew, problem }: SecretForm): Html {
  const field = problem?.field;
  return html`<form method="post" action="${action}" class="policy">
    ${csrfField(csrf)} ${problem !== undefined && problemNote(problem)}
    ${
      isNew &&
      textField({
        name: 'name',
        label: 'Name',
        value: typed.get('name') ?? '',
        placeholder: 'slack',
        isWrong: field === 'name',
        hint: html`Instructions have <code>{{secret.slack}}</code> where the value belongs.`,
      })
    }
    ${valueField({ isNew, isWrong: field === 'value' })}
    ${textField({
      name: 'domains',
      label: 'Domains',
      value: typed.get('domains') ?? '',
      placeholder: 'hooks.slack.com',
      isWrong: field === 'domains' || field === 'domain',
      hint: html`The hosts that it may be sent to, with commas between them. Network Access must allow them as
      well.`,
    })}
    <p class="actions"><button class="primary">${submit}</button></p>
  </form>`;
}

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isWrong: boolean;
  readonly hint: Html;
}

const textField = ({ name, label, value, placeholder, isWrong, hint }: TextField): Html =>
  html`<p class="field">
    <label for="secret-${name}">${label}</label>
    <input
      id="secret-${name}"
      name="${name}"
      value="${value}"
      placeholder="${placeholder}"
      autocomplete="off"
      spellcheck="false"
      required
      aria-describedby="secret-${name}-hint${isWrong && ' problem'}"
      ${isWrong && html`aria-invalid="true"`}
    />
    <span class="hint" id="secret-${name}-hint">${hint}</span>
  </p>`;

const valueField = ({ isNew, isWrong }: { readonly isNew: boolean; readonly isWrong: boolean }): Html =>
  html`<p class="field">
    <label for="secret-value">Value</label>
    <input
      id="secret-value"
      name="value"
      type="password"
      placeholder="${isNew ? '' : 'Unchanged'}"
      autocomplete="new-password"
      aria-describedby="secret-value-hint${isWrong && ' problem'}"
      ${isNew && html`required`}
      ${isWrong && html`aria-invalid="true"`}
    />
    <span class="hint" id="secret-value-hint"
      >${isNew ? 'It is never shown again.' : 'Empty: it stays. Another domain asks for it again.'}</span
    >
  </p>`;

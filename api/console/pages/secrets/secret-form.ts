import { type Html, html } from '../../../html.ts';
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

/** The field of a form that a refusal is about. */
function wrongField(problem: FormProblem | undefined): 'name' | 'value' | 'domains' | null {
  if (problem === undefined) return null;
  if (problem.code === 'SECRET_EXISTS' || problem.message.startsWith('name ')) return 'name';
  return problem.code === 'INVALID_DOMAIN' ? 'domains' : 'value';
}

/** One secret: its name, its value, and where it may be sent. */
export function secretForm({ action, csrf, typed, submit, isNew, problem }: SecretForm): Html {
  const wrong = wrongField(problem);
  const described = (field: typeof wrong, hintId: string) =>
    wrong === field
      ? html`aria-invalid="true" aria-describedby="${hintId} problem"`
      : html`aria-describedby="${hintId}"`;
  return html`<form method="post" action="${action}" class="policy">
    ${csrfField(csrf)} ${problem !== undefined && problemNote(problem)}
    ${
      isNew &&
      html`<p class="field">
        <label for="secret-name">Name</label>
        <input
          id="secret-name"
          name="name"
          value="${typed.get('name') ?? ''}"
          placeholder="slack"
          autocomplete="off"
          spellcheck="false"
          required
          ${described('name', 'secret-name-hint')}
        />
        <span class="hint" id="secret-name-hint"
          >Instructions have <code>{{secret.slack}}</code> where the value belongs.</span
        >
      </p>`
    }
    <p class="field">
      <label for="secret-value">Value</label>
      <input
        id="secret-value"
        name="value"
        type="password"
        placeholder="${isNew ? '' : 'Unchanged'}"
        autocomplete="new-password"
        ${isNew && html`required`}
        ${described('value', 'secret-value-hint')}
      />
      <span class="hint" id="secret-value-hint"
        >${isNew ? 'It is never shown again.' : 'Empty: it stays. Another domain asks for it again.'}</span
      >
    </p>
    <p class="field">
      <label for="secret-domains">Domains</label>
      <input
        id="secret-domains"
        name="domains"
        value="${typed.get('domains') ?? ''}"
        placeholder="hooks.slack.com"
        autocomplete="off"
        spellcheck="false"
        required
        ${described('domains', 'secret-domains-hint')}
      />
      <span class="hint" id="secret-domains-hint"
        >The hosts that it may be sent to, with commas between them. Network Access must allow them as
        well.</span
      >
    </p>
    <p class="actions"><button class="primary">${submit}</button></p>
  </form>`;
}

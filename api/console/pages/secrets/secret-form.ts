import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface SecretForm {
  readonly action: string;
  readonly csrf: string;
  /** The typed values; a secret value is never shown again. */
  readonly typed: URLSearchParams;
  readonly submit: string;
  /** False for a secret that is changed: its name stays. */
  readonly isNew: boolean;
  readonly problem: FormProblem | undefined;
}

/** One secret: its name, its value, and where it may be sent. */
export function secretForm({ action, csrf, typed, submit, isNew, problem }: SecretForm): Html {
  const wrong = problem?.field === 'domain' ? { ...problem, field: 'domains' } : problem;
  const field = (one: { name: string; label: string; placeholder: string; hint: Html | string }) =>
    textField({
      id: `secret-${one.name}`,
      value: typed.get(one.name) ?? '',
      problem: wrong,
      isRequired: true,
      attributes: html`spellcheck="false"`,
      ...one,
    });
  return html`<form method="post" action="${action}" class="policy">
    ${csrfField(csrf)} ${problemNote(problem)}
    ${
      isNew &&
      field({
        name: 'name',
        label: 'Name',
        placeholder: 'slack',
        hint: html`Instructions have <code>{{secret.slack}}</code> where the value belongs.`,
      })
    }
    ${textField({
      id: 'secret-value',
      name: 'value',
      label: 'Value',
      problem,
      isRequired: isNew,
      type: 'password',
      autocomplete: 'new-password',
      placeholder: isNew ? '' : 'Unchanged',
      hint: isNew ? 'It is never shown again.' : 'Empty: it stays. Another domain asks for it again.',
    })}
    ${field({
      name: 'domains',
      label: 'Domains',
      placeholder: 'hooks.slack.com',
      hint: 'The hosts that it may be sent to, with commas between them. Network Access must allow them as well.',
    })}
    <p class="actions"><button class="primary">${submit}</button></p>
  </form>`;
}

/** The content of the form of a secret, as the API takes it. An empty value is none. */
export function readSecretForm(form: URLSearchParams) {
  const value = form.get('value') ?? '';
  const domains = (form.get('domains') ?? '').split(/[,\s]+/).filter((domain) => domain !== '');
  return { name: (form.get('name') ?? '').trim(), domains, ...(value === '' ? {} : { value }) };
}

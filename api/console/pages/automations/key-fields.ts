import { type Html, html } from '#api/html.ts';
import { headerFields } from '../../parts/header-fields.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface Key {
  readonly className: string;
  readonly label: string;
  readonly name: string;
  readonly valueHint: string;
  readonly hint: string;
}

interface Typed {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem | undefined;
}

/** The header that a target demands. */
export const keyFields = ({ className, label, name, valueHint, hint }: Key, typed: Typed): Html =>
  html`<fieldset class="${className}" aria-describedby="key-hint">
    ${headerFields({ ...typed, nameLabel: label, valueLabel: 'Its value', name, valueHint })}
    <p id="key-hint" class="hint">${hint}</p>
  </fieldset>`;

/** Below the question whether to allow the hosts of a text. */
export const keyOfHost = (typed: Typed): Html =>
  keyFields(
    {
      className: 'key',
      label: 'Header of the key',
      name: 'Authorization',
      valueHint: 'Bearer …',
      hint: 'For one allowed host that demands a key. The key is stored encrypted; the agent never sees it. Blank: no key.',
    },
    typed,
  );

export const headerOf = (form: URLSearchParams) => ({
  name: form.get('headerName') ?? '',
  value: (form.get('headerValue') ?? '').trim(),
});

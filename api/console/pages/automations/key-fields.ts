import { type Html, html } from '#api/html.ts';

interface KeyFields {
  readonly className: string;
  /** The label of the header's name. */
  readonly label: string;
  readonly name: string;
  readonly valueHint: string;
  readonly hint: string;
}

/** The header that a target demands. Masked text, no password field: browsers take two of those for two forms. */
export const keyFields = (
  { className, label, name, valueHint, hint }: KeyFields,
  typed: URLSearchParams,
): Html =>
  html`<fieldset class="${className}" aria-describedby="key-hint">
    <p class="field">
      <label for="header.name">${label}</label>
      <input
        id="header.name"
        name="header.name"
        value="${typed.get('header.name') ?? name}"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <p class="field">
      <label for="header.value">Its value</label>
      <input
        id="header.value"
        name="header.value"
        class="masked"
        placeholder="${valueHint}"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <p id="key-hint" class="hint">${hint}</p>
  </fieldset>`;

/** Below the question whether to allow the hosts of a text. */
export const keyOfHost = (typed: URLSearchParams): Html =>
  keyFields(
    {
      className: 'key',
      label: 'Header of the key',
      name: 'Authorization',
      valueHint: 'Bearer …',
      hint: 'For one allowed host that wants a key. The key is stored encrypted; the agent never sees it. Blank: no key.',
    },
    typed,
  );

export const headerOf = (form: URLSearchParams) => ({
  name: form.get('header.name') ?? '',
  value: (form.get('header.value') ?? '').trim(),
});

import { type Html, html } from '../../../html.ts';

/** The header that a target demands, below the question whether to allow it. Masked text, no password field: browsers take two of those for two forms. */
export const keyFields = (typed: URLSearchParams): Html =>
  html`<fieldset class="key" aria-describedby="key-hint">
    <p class="field">
      <label for="header.name">Header of the key</label>
      <input
        id="header.name"
        name="header.name"
        value="${typed.get('header.name') ?? 'Authorization'}"
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
        placeholder="Bearer …"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <p id="key-hint" class="hint">
      For one allowed host that wants a key. The key is stored encrypted; the agent never sees it. Blank: no
      key.
    </p>
  </fieldset>`;

export const headerOf = (form: URLSearchParams) => ({
  name: form.get('header.name') ?? '',
  value: (form.get('header.value') ?? '').trim(),
});

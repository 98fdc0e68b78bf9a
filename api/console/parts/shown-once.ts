import { type Html, html } from '../../html.ts';

/** A value that was made just now and is never shown again. */
export const shownOnce = (id: string, sentence: Html | string, value: string): Html =>
  html`<div class="notice done" role="status">
    <p>${sentence} It is shown only once: copy it now.</p>
    <p class="copy">
      <code id="${id}">${value}</code>
      <button type="button" data-copy="${id}">Copy</button>
    </p>
  </div>`;

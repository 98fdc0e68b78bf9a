import { type Html, html } from '#api/html.ts';

/** The secret of a rule, once. */
export const secretNotice = (secret: string): Html =>
  html`<div class="notice" role="status">
    <p>Alerts are signed with this secret, by Standard Webhooks. It is shown this once: copy it now.</p>
    <p class="copy">
      <code id="made-secret">${secret}</code>
      <button type="button" data-copy="made-secret">Copy</button>
    </p>
  </div>`;

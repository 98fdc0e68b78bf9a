import { type Html, html } from '../html.ts';
import { type Entry, schemesOf } from './reading.ts';

const owners: Readonly<Record<string, string>> = { workspaceToken: 'workspace', operatorToken: 'operator' };

/** The one field for the token of all forms of a page; null where none needs a token. */
export function tokenField(entries: readonly Entry[]): Html | null {
  const schemes = new Set(entries.flatMap(({ operation }) => schemesOf(operation)));
  if (schemes.size === 0) return null;
  const whose = Array.from(schemes, (scheme) => `the ${owners[scheme]}`).join(' or ');
  return html`<form class="token" aria-label="Token of this page">
    <div class="field">
      <label for="token">Token of ${whose}</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        spellcheck="false"
        required
        aria-describedby="token-about"
      />
      <p class="about" id="token-about">For the forms below. It is stored nowhere and gone with this page.</p>
    </div>
  </form>`;
}

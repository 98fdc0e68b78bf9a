import { type Html, html } from '../../../html.ts';
import type { Recipe } from '../../recipes/index.ts';

/** What the form of a recipe carries beside the texts: which one it is, and the header that its target demands. */
export const recipeFields = ({ id, header }: Recipe, typed: URLSearchParams): Html =>
  html`<input type="hidden" name="recipe" value="${id}" /> ${
      header !== null &&
      html`<fieldset class="columns" aria-describedby="header-hint">
        <p class="field">
          <label for="header.name">Header of the target</label>
          <input
            id="header.name"
            name="header.name"
            value="${typed.get('header.name') ?? header.name}"
            autocomplete="off"
            spellcheck="false"
          />
        </p>
        <p class="field">
          <label for="header.value">Its value</label>
          <input
            id="header.value"
            name="header.value"
            type="password"
            placeholder="${header.valueHint}"
            autocomplete="new-password"
          />
        </p>
        <p id="header-hint" class="hint">
          Stored encrypted and attached to requests to the host; the agent never sees it. Without, the target
          will refuse.
        </p>
      </fieldset>`
    }`;

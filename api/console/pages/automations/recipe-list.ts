import { type Html, html } from '#api/html.ts';
import { recipes } from '../../recipes/index.ts';
import { automationPath } from './automation-path.ts';

/** The recipes; each leads to a form that is filled in. */
export const recipeList = (): Html =>
  html`<ul class="recipes">
    ${recipes.map(
      ({ id, title, route }) =>
        html`<li>
          <a href="${automationPath('new')}?recipe=${id}">${title}</a>
          <span class="quiet">${route}</span>
        </li>`,
    )}
  </ul>`;

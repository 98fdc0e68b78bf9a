import { type Html, html } from '../../html.ts';

/** Numbers of a page, each under its name. */
export const figures = (shown: readonly (readonly [name: string, value: string | number])[]): Html =>
  html`<dl class="figures">
    ${shown.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

import { type Html, html } from '../../html.ts';

interface Tab {
  readonly title: Html | string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** Leads from one of several views of the same thing to the others. */
export const tabs = (label: string, list: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${list.map(
        ({ title, href, isCurrent }) =>
          html`<li><a href="${href}" ${isCurrent && html`aria-current="page"`}>${title}</a></li>`,
      )}
    </ul>
  </nav>`;

import { type Html, html } from '../../html.ts';

interface EmptyState {
  readonly title: string;
  /** What would stand here, and how it comes about. */
  readonly text: string;
  readonly action?: Html;
}

/** What a list says while there is nothing in it. */
export const emptyState = ({ title, text, action }: EmptyState): Html =>
  html`<section class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${action}
  </section>`;

import { type Html, html } from '../../html.ts';

export interface EmptyState {
  readonly title: string;
  /** The missing content, and how to get it. */
  readonly text: string;
  readonly action?: Html;
}

/** The text of an empty list. */
export const emptyState = ({ title, text, action }: EmptyState): Html =>
  html`<section class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${action}
  </section>`;

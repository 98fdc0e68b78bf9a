import { type Html, html } from '../../html.ts';

/** The token that every form carries, so that no other site can send one. */
export const csrfField = (csrf: string): Html => html`<input type="hidden" name="csrf" value="${csrf}" />`;

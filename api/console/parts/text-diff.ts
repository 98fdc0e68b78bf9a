import { diffWordsWithSpace } from 'diff';

import { type Html, html } from '../../html.ts';

/** Beyond this many changes a text is shown as replaced: it is another one. */
const editsMax = 2_000;

/** The words that were removed from a text and those that were added. */
export function textDiff(before: string, after: string): Html {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: editsMax }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return html`<div class="diff">
    ${parts.map(({ value, added, removed }) =>
      added ? html`<ins>${value}</ins>` : removed ? html`<del>${value}</del>` : html`<span>${value}</span>`,
    )}
  </div>`;
}

import { type Html, html } from '#api/html.ts';
import { revisionChanges } from '../automations/revision-changes.ts';
import type { DeliveryFacts } from './read-facts.ts';

/** The automation of today, beside the revision under which the delivery was accepted. Nothing where that is the same. */
export function revisionPart({ revisions }: Pick<DeliveryFacts, 'revisions'>): Html | null {
  if (revisions === null) return null;
  const { before, today } = revisions;
  return html`<details>
    <summary>Changes from revision ${before.revision} to ${today.revision}, that of today</summary>
    ${revisionChanges(before, today)}
  </details>`;
}

import { type Html, html } from '#api/html.ts';
import { checkField } from '../../parts/field.ts';
import type { AutomationFields } from './automation-fields.ts';

type Shown = Pick<AutomationFields, 'order' | 'readsEarlierRuns'>;

/** The settings for deliveries that are about the same, folded. */
export const referenceFields = ({ order, readsEarlierRuns }: Shown): Html =>
  html`<details class="more">
    <summary>
      Deliveries of one reference <span class="quiet">${summaryOf({ order, readsEarlierRuns })}</span>
    </summary>
    ${checkField({
      name: 'order',
      label: 'Run them one after the other, in the order in which they came',
      value: 'reference',
      isChecked: order === 'reference',
      hint: 'Each waits until the one before is over, also where that waits for an approval or fails. Up to 100 are held behind one run. Deliveries of other references, and those without one, do not wait.',
    })}
    ${checkField({
      name: 'readsEarlierRuns',
      label: 'Let a model read what the earlier ones were given, did and answered',
      isChecked: readsEarlierRuns !== '',
      hint: html`The last 10, each in short. Unless the signature of the sender covers the reference, a
        stranger who has the URL may name any reference: so it is without a signing secret, and with the
        header <code>X-Service-Reference</code>.`,
    })}
  </details>`;

function summaryOf({ order, readsEarlierRuns }: Shown): string {
  const said = [order === 'reference' && 'in order', readsEarlierRuns !== '' && 'earlier ones are read'];
  return said.filter((one) => one !== false).join(', ') || 'each for itself';
}

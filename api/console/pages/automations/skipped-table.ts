import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { choice, referenceOf } from '../activity/delivery-row.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

type Row = ItemOf<'listSkipped'>;

interface Setting {
  readonly timeZone: string;
  /** The id of the form that takes the chosen rows; null if none can be chosen. */
  readonly form: string | null;
}

/** Deliveries of one automation that wait: by which event each is known, what it is about, and why it waits. */
export const skippedTable = (rows: readonly Row[], { timeZone, form }: Setting): Html =>
  table({
    name: 'Skipped deliveries',
    rows,
    className: 'rows deliveries',
    idOf: ({ deliveryId }) => deliveryId,
    columns: [
      form !== null && { title: '', className: 'chooser', cell: (row) => choice(row, form) },
      {
        title: 'Event',
        isHead: true,
        cell: ({ deliveryId, eventId }) =>
          html`<a href="${deliveryPath(deliveryId)}">${outsideText(eventId, 60)}</a>`,
      },
      { title: 'Reference', className: 'reference', cell: referenceOf },
      { title: 'Skipped by', cell: ({ reason }) => (reason === 'budget' ? 'the budget' : 'a pause') },
      { title: 'Arrived', className: 'number short', cell: ({ receivedAt }) => time(receivedAt, timeZone) },
    ],
  });

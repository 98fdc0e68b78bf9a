import { verdictNames } from '#contracts/rehearsal.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { money } from '../../parts/money.ts';
import { table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';
import { rehearsalPath, verdictWords } from './rehearsal-path.ts';

type Row = ItemOf<'listRehearsals'>;

/** The rehearsals of an automation, newest first. */
export const rehearsalTable = (rows: readonly Row[], timeZone: string): Html =>
  table({
    name: 'Rehearsals',
    rows,
    empty: {
      title: 'No rehearsals yet',
      text: 'Change the filter or the instructions, and ask there what the change would have done.',
    },
    columns: [
      {
        title: 'Started',
        cell: ({ id, startedAt }) => html`<a href="${rehearsalPath(id)}">${time(startedAt, timeZone)}</a>`,
      },
      { title: 'State', cell: ({ state }) => state },
      { title: 'Against', cell: ({ revision }) => `revision ${revision}` },
      { title: 'Played', className: 'number', label: 'Played', cell: ({ done, of }) => `${done} of ${of}` },
      { title: 'Result', cell: resultOf },
      { title: 'Models', className: 'number', label: 'Models', cell: ({ cost }) => money(cost.money) },
    ],
  });

const resultOf = (row: Row): string =>
  verdictNames
    .filter((verdict) => row[verdict] > 0)
    .map((verdict) => `${row[verdict]} ${verdictWords[verdict]}`)
    .join(', ');

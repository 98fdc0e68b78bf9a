import { diffWordsWithSpace } from 'diff';

import { type Html, html } from '#api/html.ts';
import { outsideCharacters } from '../../parts/outside-text.ts';
import { table } from '../../parts/table.ts';
import { indentedJson } from '../deliveries/indented-json.ts';
import type { ShownPlay } from './rehearsal-path.ts';

type RequestPair = ShownPlay['requests'][number];
type RequestSide = NonNullable<RequestPair['was']>;

type Side = 'was' | 'now';
type Row = readonly [string, (pair: RequestPair, side: Side) => Html | string];

const rows: readonly Row[] = [
  ['Request', (pair, side) => html`<code class="foreign">${marked(pair, side, titleOf)}</code>`],
  ['Body', bodyCell],
  ['Answer', ({ was, now, heard }, side) => (side === 'was' ? (was?.outcome ?? '') : heardText(now, heard))],
];

/** The requests of a run beside those of its rehearsal, with the parts marked that differ. `of`: names them to readers of the screen. */
export const pairsPart = (pairs: readonly RequestPair[], of: string): Html =>
  html`${pairs.map((pair, index) =>
    table({
      name: `Request ${index + 1} of ${of}`,
      className: 'rows beside',
      rows,
      columns: [
        { title: '', cell: ([name]) => name },
        ...(pair.isSame
          ? [{ title: 'Was, and would be', cell: ([, show]: Row) => show(pair, 'now') }]
          : [
              { title: 'Was', label: 'Was', cell: ([, show]: Row) => cellOf(pair, 'was', show) },
              { title: 'Would be', label: 'Would be', cell: ([, show]: Row) => cellOf(pair, 'now', show) },
            ]),
      ],
    }),
  )}`;

const none = { was: 'No such request.', now: 'Would not be sent.' } as const;

const cellOf = (pair: RequestPair, side: Side, show: Row[1]): Html | string =>
  pair[side] === null ? (show === rows[0]?.[1] ? none[side] : '') : show(pair, side);

const titleOf = ({ title, target }: RequestSide): string => `${title} ${target}`;
const bodyOf = ({ body }: RequestSide): string => (body === null ? '' : (indentedJson(body) ?? body));

function bodyCell(pair: RequestPair, side: Side): Html | string {
  if (pair[side]?.body == null) return '';
  return html`<pre class="body foreign" dir="auto" tabindex="0" aria-label="Body">
${marked(pair, side, bodyOf)}</pre>`;
}

function heardText(now: RequestSide | null, heard: RequestPair['heard']): string {
  switch (heard) {
    case 'recorded':
      return now?.outcome ?? 'as in the run';
    case 'accepted':
      return 'accepted: no answer is recorded, and the agent was told that the target took it';
    case 'refused':
      return 'refused by Network Access';
    case 'live':
      return 'read now';
    case null:
      return 'no answer is recorded';
  }
}

/** Beyond this many changes a text is marked as a whole. */
const editsMax = 500;

/** The text of one side; words that the other side does not have are marked. */
function marked(pair: RequestPair, side: Side, textOf: (side: RequestSide) => string): Html {
  const shown = pair[side] === null ? '' : textOf(pair[side]);
  if (pair.isSame || pair.was === null || pair.now === null) return outsideCharacters(shown);
  const parts = diffWordsWithSpace(textOf(pair.was), textOf(pair.now), { maxEditLength: editsMax }) ?? [
    { value: shown, removed: side === 'was', added: side === 'now' },
  ];
  return html`${parts
    .filter(({ added, removed }) => (side === 'was' ? !added : !removed))
    .map(({ value, added, removed }) =>
      added || removed ? html`<mark>${outsideCharacters(value)}</mark>` : outsideCharacters(value),
    )}`;
}

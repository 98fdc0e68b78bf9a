import type { RehearsalVerdict } from '#contracts/rehearsal.ts';
import { type Html, html } from '#api/html.ts';
import { nextPage } from '../../parts/next-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { playPart } from './play-part.ts';
import { rehearsalPath, type ShownRehearsal, verdictWords } from './rehearsal-path.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The deliveries by what differs, the first of each group open; or those of one verdict, page by page. */
export const resultsPart = (
  rehearsal: ShownRehearsal,
  verdict: RehearsalVerdict | undefined,
  query: Query,
): Html => (verdict === undefined ? groupsPart(rehearsal) : listPart(rehearsal, verdict, query));

const groupsPart = ({ groups, done }: ShownRehearsal): Html =>
  html`<section aria-labelledby="groups">
    <h2 id="groups">By what differs</h2>
    ${done === 0 && html`<p class="quiet">Nothing is played yet.</p>`} ${groups.map(groupPart)}
  </section>`;

function groupPart({ count, summary, verdict, firstId, first }: ShownRehearsal['groups'][number]): Html {
  const about = summary === verdictWords[verdict] ? null : verdictWords[verdict];
  return html`<section id="group-${firstId}">
    <h3>
      ${count.toLocaleString('en')} ${outsideText(summary, 300)}
      ${about !== null && html`<span class="quiet">${about}</span>`}
    </h3>
    ${first !== null && playPart(first, { title: count === 1 ? 'The delivery' : 'The first of them', isOpen: true })}
  </section>`;
}

const listPart = (
  { id, items, nextCursor, ...counts }: ShownRehearsal,
  verdict: RehearsalVerdict,
  query: Query,
): Html =>
  html`<section aria-labelledby="listed">
    <h2 id="listed">${counts[verdict].toLocaleString('en')} ${verdictWords[verdict]}</h2>
    <p><a href="${rehearsalPath(id)}">All deliveries by what differs</a></p>
    ${items.map((play) =>
      playPart(play, {
        title: html`${play.deliveryId} ${outsideText(play.summary, 300)}`,
        isOpen: false,
      }),
    )}
    ${nextPage(rehearsalPath(id), { verdict, cursor: query['cursor'] }, nextCursor)}
  </section>`;

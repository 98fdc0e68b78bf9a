import type { Outcome } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { outcomeNames, outcomeState } from '../../parts/outcome.ts';
import { withQuery } from '../../parts/next-page.ts';
import { deliveryTable, type ShownRow } from './delivery-row.ts';
import { newestRows, readRows, type ReplayQuery, type ReplayRows } from './replay-rows.ts';

const path = '/console/activity/replays';
const shownMax = 50;
const names = ['deliveryIds', 'causeId', 'outcome', 'automationId', 'q', 'from', 'to'] as const;

export const showReplays = () =>
  definePage({
    method: 'get',
    path,
    handle: async ({ manage, query, timeZone }) => {
      const asked = replayQueryOf(new Map(Object.entries(query)));
      return view({
        title: 'Replays',
        section: 'activity',
        body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
          <h1>Replays</h1>
          ${progressPart(await readRows(manage, asked), asked, timeZone)}`,
      });
    },
  });

/** The part of an address, or of a form, that says which deliveries are meant. */
export const replayQueryOf = (fields: {
  readonly get: (name: string) => string | null | undefined;
}): ReplayQuery => {
  const said = names.map((name) => [name, fields.get(name)] as const);
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'string' && value !== ''));
};

/** Outcomes of the replays, followed while they run. */
export function progressPart({ rows, hasMore }: ReplayRows, query: ReplayQuery, timeZone: string): Html {
  const newest = newestRows(rows);
  // All of them are read each time.
  const refreshSeconds = Math.max(2, Math.ceil(rows.length / 250));
  const counts = Map.groupBy(newest, stateOf);
  const states = [...(Object.keys(outcomeNames) as Outcome[]), 'gone', 'none'] as const;
  return html`<div
    id="progress"
    hx-get="${withQuery(path, query)}"
    hx-trigger="delivery from:body throttle:${refreshSeconds}s, resync from:body"
    hx-select="#progress"
    hx-target="this"
    hx-swap="outerMorph"
  >
    <ul class="totals" aria-label="Outcomes of the replays">
      ${states.map((state) => counts.has(state) && html`<li><b>${counts.get(state)?.length}</b> ${nameOf(state)}</li>`)}
    </ul>
    ${deliveryTable({ name: 'Replays', rows: newest.slice(0, shownMax), timeZone })}
    ${(hasMore || newest.length > shownMax) && html`<p class="hint">These are the newest.</p>`}
  </div>`;
}

type State = Outcome | 'gone' | 'none';

const stateOf = ({ ranAs, ranOutcome }: ShownRow): State =>
  ranAs === null ? 'none' : (ranOutcome ?? 'gone');

const nameOf = (state: State): Html => {
  if (state === 'none') return html`not replayed`;
  return state === 'gone' ? html`no longer kept` : outcomeState(state);
};

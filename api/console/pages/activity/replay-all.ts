import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { activityPath, activityQuery, searchOf } from './activity-query.ts';
import { progressPart, replayQueryOf } from './replay-progress.ts';
import { replayResults, startedOf } from './replay-results.ts';
import { openRows, readRows, type ReplayQuery, type ReplayRows } from './replay-rows.ts';
import { startReplays } from './start-replays.ts';

const page = { path: '/console/activity/replay-all' } as const;

/** Says how many deliveries of a list a replay would start, and asks. */
export const askReplayAll = () =>
  definePage({
    ...page,
    method: 'get',
    handle: async ({ manage, query, timeZone, csrf }) => {
      const shown = activityQuery(query);
      const nowMs = Date.now();
      // Whatever ends so from now on was not seen when it was decided.
      const search = { to: new Date(nowMs).toISOString(), ...searchOf(shown, { nowMs, timeZone }) };
      const asked = replayQueryOf(new Map(Object.entries(search)));
      const found = await readRows(manage, asked);
      const count = openRows(found.rows).length;
      const fields = Object.entries(withinRead(asked, found));
      return view({
        title: 'Replay all that match',
        section: 'activity',
        body: html`<p class="crumb"><a href="${activityPath(shown)}">Activity</a></p>
          <h1>Replay all that match?</h1>
          <form method="post" action="${page.path}" class="confirmation">
            ${csrfField(csrf)}
            ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
            <p>${numbersOf(found)}</p>
            <p>
              Each of the ${count} becomes a new delivery with the same body and the instructions of today,
              oldest first. Deliveries for which there is no room at once follow by themselves.
            </p>
            <div class="actions">
              ${count > 0 && html`<button class="primary">Replay ${count}</button>`}
              <a href="${activityPath(shown)}">Cancel</a>
            </div>
          </form>`,
      });
    },
  });

/** Replays them, and follows what becomes of them. */
export const replayAll = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async ({ manage, form, timeZone }) => {
      const asked = replayQueryOf(form);
      const open = openRows((await readRows(manage, asked)).rows);
      const { outcome, from, to } = asked;
      const results = await startReplays(manage, open, asked.q === undefined ? { outcome, from, to } : null);
      return view({
        title: 'Replayed',
        section: 'activity',
        body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
          <h1>${startedOf(results)} of ${open.length} replayed</h1>
          ${replayResults(results)} ${progressPart(await readRows(manage, asked), asked, timeZone)}`,
      });
    },
  });

/** Only what was counted is replayed: where older ones match too, the time begins with the oldest that was. */
const withinRead = (asked: ReplayQuery, { rows, hasMore }: ReplayRows): ReplayQuery => {
  const oldest = rows.at(-1);
  return hasMore && oldest !== undefined ? { ...asked, from: oldest.receivedAt } : asked;
};

function numbersOf({ rows, hasMore }: ReplayRows): string {
  const succeeded = rows.filter(({ ranOutcome }) => ranOutcome === 'succeeded').length;
  const others = rows.filter(({ ranAs, ranOutcome }) => ranAs !== null && ranOutcome !== 'succeeded').length;
  const facts = [
    `${rows.length} ${rows.length === 1 ? 'delivery matches' : 'deliveries match'}${hasMore ? ', and older ones' : ''}`,
    succeeded > 0 && `${succeeded} succeeded when replayed, and ${succeeded === 1 ? 'is' : 'are'} left out`,
    others > 0 && `${others} ${others === 1 ? 'was' : 'were'} replayed before`,
  ];
  return `${facts.filter((fact) => fact !== false).join('; ')}.`;
}

import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { progressPart } from './replay-progress.ts';
import { replayResults, startedOf } from './replay-results.ts';
import { readRows } from './replay-rows.ts';
import { startReplays } from './start-replays.ts';

/** A page of the list has no more. */
const chosenMax = 200;

/** Replays the deliveries that were chosen in the list, and follows what becomes of them. */
export const replayChosen = () =>
  definePage({
    method: 'post',
    path: '/console/activity/replay',
    handle: async ({ manage, form, timeZone }) => {
      const chosen = [...new Set(form.getAll('deliveryId'))].slice(0, chosenMax);
      if (chosen.length === 0) return nothingChosen();
      const query = { deliveryIds: chosen.join(',') };
      const { rows } = await readRows(manage, query);
      const results = await startReplays(manage, rows, null);
      return view({
        title: 'Replayed',
        section: 'activity',
        body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
          <h1>${startedOf(results)} of ${chosen.length} replayed</h1>
          ${replayResults(results)} ${progressPart(await readRows(manage, query), query, timeZone)}`,
      });
    },
  });

const nothingChosen = () =>
  view({
    title: 'Replayed',
    section: 'activity',
    body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
      <h1>0 of 0 replayed</h1>
      <p class="lead">No delivery was chosen. Tick some in the list first.</p>`,
  });

import { type Html, html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { causesPath } from '../../parts/cause-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { keptSentence } from '../../parts/kept-sentence.ts';
import { nextPage, withQuery } from '../../parts/next-page.ts';
import { time } from '../../parts/time.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import { automationPath } from '../automations/automation-path.ts';
import {
  type ActivityQuery,
  activityPath,
  activityQuery,
  hidesReplayed,
  isRepairable,
  isUnfiltered,
} from './activity-query.ts';
import { deliveryTable, replayForm, replayFormFor } from './delivery-row.ts';
import { filterForm } from './filter-form.ts';
import { outcomeChart } from './outcome-chart.ts';
import { type Activity, readActivity } from './read-activity.ts';
import { openRows } from './replay-rows.ts';
import { totals } from './totals.ts';

interface Shown extends Activity {
  /** Why nothing here can be replayed; null where it can. */
  readonly readOnly: string | null;
  readonly query: ActivityQuery;
  readonly timeZone: string;
}

export const showActivity = () =>
  definePage({
    method: 'get',
    path: '/console/activity',
    handle: async ({ manage, query: written, timeZone, csrf, workspace }) => {
      const query = activityQuery(written);
      const shown = {
        ...(await readActivity(manage, query, timeZone)),
        query,
        timeZone,
        readOnly: whyReadOnly(workspace),
      };
      const chosen = shown.automations.items.find(({ id }) => id === query.automationId);
      return view({
        title: 'Activity',
        section: 'activity',
        body: html`<div class="heading">
            <h1>Activity</h1>
            <p class="actions">
              ${chosen && html`<a href="${automationPath(chosen.id)}/skipped">Run skipped</a>`}
              <a href="${withQuery(causesPath, { automationId: query.automationId })}">Causes of failures</a>
              <a href="${activityPath(query, '/console/activity/export.csv')}">CSV</a>
              <a href="${activityPath(query, '/console/activity/export.jsonl')}">JSON lines</a>
            </p>
          </div>
          ${summary(shown)} ${filterForm(shown)} ${list(shown)}
          <form id="${replayForm}" method="post" action="/console/activity/replay">${csrfField(csrf)}</form>`,
      });
    },
  });

/** Counts change slowly to the eye: they are read again less often than rows. */
function summary({ chart, query, timeZone }: Shown): Html | false {
  return (
    chart !== null &&
    html`<div
      id="summary"
      hx-get="${activityPath(query)}"
      hx-trigger="delivery from:body throttle:3s, resync from:body"
      hx-select="#summary"
      hx-target="this"
      hx-swap="outerMorph"
    >
      ${totals(chart, query)} ${outcomeChart(chart, timeZone)}
    </div>`
  );
}

/**
 * If everything is shown, the stream brings new rows itself. If it is narrowed, the first page is read again; later pages
 * stay as they are.
 */
function list(shown: Shown): Html {
  const { rows, nextCursor, searchedTo, query, timeZone } = shown;
  const isFirst = query.cursor === undefined;
  const live = isFirst && liveAttributes(query, isUnfiltered(query) && rows.length > 0);
  return html`<div id="list" ${live}>
    ${rows.length === 0 ? nothing(shown) : listed(shown)}
    ${
      searchedTo !== null &&
      html`<p class="hint">Searched back to ${time(searchedTo, timeZone)}. The next page continues there.</p>`
    }
    ${nextPage('/console/activity', query, nextCursor)}
    ${nextCursor === null && rows.length > 0 && html`<p class="hint">${keptSentence(shown)}</p>`}
  </div>`;
}

const liveAttributes = (query: ActivityQuery, takesRows: boolean): Html => {
  const again = takesRows ? '' : 'delivery from:body throttle:2s, ';
  return html`hx-get="${activityPath(query)}" hx-trigger="${again}resync from:body" hx-select="#list"
  hx-target="this" hx-swap="outerMorph"`;
};

function listed({ rows, query, timeZone, nextCursor, readOnly }: Shown): Html {
  return html`${deliveryTable({
    rows,
    timeZone,
    form: replayFormFor(readOnly),
    bodyAttributes: isUnfiltered(query) && html`data-live-rows`,
  })}
  ${readOnlyNote(readOnly)}
  ${
    readOnly === null &&
    html`<p class="actions chosen">
      <button form="${replayForm}">Replay the chosen</button>
      ${isRepairable(query) && replayAllLink(query, nextCursor === null ? openRows(rows).length : null)}
      <span class="hint"
        >Each becomes a new delivery with the same body and the instructions of today. Deliveries that were
        replayed before are left out. Deliveries that a pause or a budget skipped are run once.</span
      >
    </p>`
  }`;
}

/** `count`: how many it would start; null where the list has more pages. */
const replayAllLink = (query: ActivityQuery, count: number | null): Html =>
  html`<a class="button" href="${activityPath({ ...query, cursor: '' }, '/console/activity/replay-all')}"
    >Replay all ${count ?? ''} that match</a
  >`;

const nothing = ({ query, searchedTo }: Shown): Html =>
  isUnfiltered(query)
    ? emptyState({
        title: 'No deliveries yet',
        text: 'Every request to the URL of an automation is a row here, with the agent’s work and its cost.',
        action: html`<a class="button" href="/console/automations">Automations</a>`,
      })
    : emptyState({
        title: searchedTo === null ? 'No results' : 'No results so far',
        text: hidesReplayed(query)
          ? 'All matching deliveries succeeded when they were replayed.'
          : 'No delivery matches the search and the menus.',
        action: html`<a class="button" href="${activityPath({})}">Show everything</a>`,
      });

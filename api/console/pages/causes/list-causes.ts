import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { causePath, causesPath, causeTitle } from '../../parts/cause-path.ts';
import { withQuery } from '../../parts/next-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';

/** The causes of the newest failures, of one automation or of all. */
export const showCauses = () =>
  definePage({
    method: 'get',
    path: causesPath,
    handle: async ({ manage, query: { automationId, to }, timeZone }) => {
      const { items, searchedTo } = await manage.listCauses({ query: { automationId, to } });
      return view({
        title: 'Causes of failures',
        section: 'activity',
        body: html`<p class="crumb">
            <a href="${withQuery('/console/activity', { automationId })}">Activity</a>
          </p>
          <h1>Causes of failures</h1>
          <p class="lead">Deliveries that failed at the same point are repaired and replayed together.</p>
          ${table({
            name: 'Causes',
            rows: items,
            columns: [
              {
                title: 'Cause',
                cell: (cause) =>
                  html`<a href="${withQuery(causePath(cause.causeId), { to })}"
                    >${outsideText(causeTitle(cause), 100)}</a
                  >`,
              },
              { title: 'Automation', cell: ({ automationName }) => outsideText(automationName) },
              { title: 'Failed', label: 'failed', className: 'number', cell: ({ count }) => count },
              { title: 'Not replayed', label: 'not replayed', className: 'number', cell: ({ open }) => open },
              {
                title: 'Last',
                className: 'number',
                cell: ({ last }) => time(last.receivedAt, timeZone),
              },
            ],
            empty: { title: 'No failures', text: 'Deliveries that fail are grouped here by their cause.' },
          })}
          ${
            searchedTo !== null &&
            html`<p class="hint">
              The 1,000 newest failures are counted, back to ${time(searchedTo, timeZone)}.
              <a href="${withQuery(causesPath, { automationId, to: searchedTo })}">Older ones</a>
            </p>`
          }`,
      });
    },
  });

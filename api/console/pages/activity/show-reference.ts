import { keptReference } from '#domain/delivery-headers.ts';
import { DomainError } from '#domain/domain-error.ts';
import { type Html, html } from '#api/html.ts';
import { textParam } from '#api/operations/path-params.ts';
import { definePage, type PageRequest, view } from '../../define-page.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { nextPage } from '../../parts/next-page.ts';
import { outsideLink, outsideText, shortened } from '../../parts/outside-text.ts';
import { referencePath, referencesPath } from '../deliveries/delivery-path.ts';
import { deliveryTable, type ShownRow } from './delivery-row.ts';
import { time } from '../../parts/time.ts';

interface Shown {
  readonly reference: string;
  readonly rows: readonly ShownRow[];
  readonly timeZone: string;
}

/** Everything that one order, ticket or conversation sent, over all automations. */
export const showReference = () =>
  definePage({
    method: 'get',
    path: `${referencesPath}/{reference}`,
    params: { reference: textParam("The sender's name for it.") },
    handle: (request) => referenceView(request, request.params['reference'] ?? ''),
  });

/** The same for a reference that no path can hold. */
export const showReferenceOfQuery = () =>
  definePage({
    method: 'get',
    path: referencesPath,
    handle: (request) => referenceView(request, request.query['reference'] ?? ''),
  });

async function referenceView({ manage, query, timeZone }: PageRequest<'owner'>, said: string) {
  const reference = keptReference(said);
  if (reference === '') throw new DomainError('NOT_FOUND', 'Reference not found');
  const { cursor } = query;
  const { items: rows, nextCursor } = await manage.listDeliveries({ query: { reference, cursor } });
  const path = referencePath(reference);
  const url = rows.find(({ referenceUrl }) => referenceUrl !== null)?.referenceUrl ?? null;
  return view({
    title: shortened(reference, 80),
    section: 'activity',
    body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
      <h1>${outsideText(reference, 120)}</h1>
      ${url !== null && html`<p class="lead">${outsideLink('Open in the sender’s system', url)}</p>`}
      <div id="reference" ${cursor === undefined && liveAttributes(path)}>
        ${rows.length === 0 ? nothing : list({ reference, rows, timeZone })}
        ${nextPage(path, { cursor }, nextCursor)}
      </div>`,
  });
}

const liveAttributes = (path: string): Html =>
  html`hx-get="${path}" hx-trigger="delivery from:body throttle:2s, resync from:body" hx-select="#reference"
  hx-target="this" hx-swap="outerMorph"`;

function list({ rows, timeZone }: Shown): Html {
  const automations = new Set(rows.map(({ automationId }) => automationId)).size;
  return html`<p class="lead">
      ${rows.length} ${rows.length === 1 ? 'delivery' : 'deliveries'} at ${automations}
      ${automations === 1 ? 'automation' : 'automations'}, newest first.
    </p>
    ${momentsChart(rows, timeZone)} ${deliveryTable({ rows, timeZone, hasReference: false })}`;
}

const nothing = emptyState({
  title: 'No deliveries with this reference',
  text: 'No stored delivery has it. Senders set it in the header X-Service-Reference.',
});

/** When deliveries arrived, as marks on one line: the rows below say the same. Nothing for a single one. */
function momentsChart(rows: readonly ShownRow[], timeZone: string): Html | null {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined || newest === oldest) return null;
  const fromMs = Date.parse(oldest.receivedAt);
  const wholeMs = Math.max(1, Date.parse(newest.receivedAt) - fromMs);
  const at = (iso: string) => 1 + ((Date.parse(iso) - fromMs) / wholeMs) * 98;
  return html`<figure class="chart moments" aria-hidden="true">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect class="line" x="0" y="4.6" width="100" height="0.8" />
      ${rows.map(
        ({ receivedAt, outcome }) =>
          html`<rect
            class="${outcome}"
            x="${(at(receivedAt) - 0.3).toFixed(2)}"
            y="0"
            width="0.6"
            height="10"
          />`,
      )}
    </svg>
    <p class="axis">
      <span>${time(oldest.receivedAt, timeZone)}</span><span>${time(newest.receivedAt, timeZone)}</span>
    </p>
  </figure>`;
}

import { ActivityRow } from '#contracts/delivery.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import { chooseSkipped } from '#intake/choose-skipped.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries, KeptDelivery } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { count } from './replay-many.ts';

const SkippedPage = pageOf(ActivityRow).extend({
  total: count.describe('How many wait, on all pages.'),
  newestPerReference: count.describe('How many of them `newest_per_reference` would run.'),
});

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Pick<Deliveries, 'keptDeliveries' | 'rows'>;
}

export const listSkipped = ({ automations, deliveries }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/skipped',
    id: 'listSkipped',
    access: 'owner',
    summary: 'List skipped deliveries, newest first',
    description:
      'Deliveries that were answered `skipped`, because the automation was paused or its budget used up, and that are kept until `POST …/run-skipped` runs them.',
    params: { id: idParam('automation') },
    query: ListQuery,
    answers: { 200: json('A page of them, and how many there are.', SkippedPage) },
    handle: async ({ workspace, params, query }) => {
      const { id: automationId } = await findAutomation(automations, workspace.id, params.id);
      const all = await deliveries.keptDeliveries({ workspaceId: workspace.id, automationId });
      // A delivery that reached the loop limit does not wait to be run.
      const kept = all.filter(({ reason }) => reason !== 'loop');
      const { shown, nextCursor } = pageOfKept(kept, query);
      const items = await deliveries.rows(workspace.id, shown);
      return {
        status: 200,
        body: { items: [...items], nextCursor, total: kept.length, newestPerReference: newestOf(kept) },
      };
    },
  });

/** The cursor names the last one shown: what is run in between moves nothing. */
function pageOfKept(
  kept: readonly KeptDelivery[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const newestFirst = kept.toReversed();
  const last = cursor === undefined ? null : decodeCursor(cursor);
  const isBehind = ({ receivedAt: at, deliveryId }: KeptDelivery) =>
    last === null || at < last.at || (at === last.at && deliveryId < last.id);
  const rest = newestFirst.filter(isBehind);
  const shown = rest.slice(0, limit);
  const end = rest.length > limit ? shown.at(-1) : undefined;
  return {
    shown: shown.map(({ deliveryId }) => deliveryId),
    nextCursor: end === undefined ? null : encodeCursor({ at: end.receivedAt, id: end.deliveryId }),
  };
}

const newestOf = (kept: readonly KeptDelivery[]): number =>
  chooseSkipped(kept, {
    which: 'newest_per_reference',
    deliveryIds: null,
    fromMs: 0,
    toMs: Infinity,
  }).length;

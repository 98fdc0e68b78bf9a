import { ActivityRow } from '#contracts/delivery.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ActivityFilters, queryOf } from '../deliveries/delivery-filters.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';

interface Deps {
  readonly automations: Automations;
  readonly deliveries: Deliveries;
}

export const listActivity = ({ automations, deliveries }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/activity',
    id: 'listActivity',
    access: 'owner',
    summary: 'List what arrived, newest first',
    params: { id: idParam('automation') },
    query: ListQuery.extend(ActivityFilters.shape),
    answers: { 200: json('A page of activity.', pageOf(ActivityRow)) },
    handle: async ({ workspace, params, query: { limit, cursor, ...filters } }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      const wanted = { ...queryOf(filters), automationId: id };
      const { items, nextCursor } = await deliveries.search(workspace.id, wanted, { limit, cursor });
      return { status: 200, body: { items, nextCursor } };
    },
  });

import { ActivityRow } from '../../../contracts/delivery.ts';
import { Outcome } from '../../../contracts/run.ts';
import type { Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
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
    query: ListQuery.extend({ outcome: Outcome.optional() }),
    answers: { 200: json('A page of activity.', pageOf(ActivityRow)) },
    handle: async ({ workspace, params, query }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      return { status: 200, body: await deliveries.activity(workspace.id, id, query) };
    },
  });

import type { Automations } from '#store/automation/automations.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { RevisionView, revisionView } from './revision-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find' | 'listRevisions'>;
}

export const listRevisions = ({ automations }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/revisions',
    id: 'listRevisions',
    access: 'owner',
    summary: 'List the revisions of an automation, newest first',
    description:
      'Each change of name, instructions, filter, retry policy or model makes one. To return to one, change the automation to what it says: that makes the next.',
    params: { id: idParam('automation') },
    query: ListQuery,
    answers: { 200: json('A page of revisions.', pageOf(RevisionView)) },
    handle: async ({ workspace, params, query }) => {
      const { id, revision: newest } = await findAutomation(automations, workspace.id, params.id);
      const { items, nextCursor } = await automations.listRevisions(workspace.id, { id, newest }, query);
      return { status: 200, body: { items: items.map(revisionView), nextCursor } };
    },
  });

import type { Automations } from '#store/automation/automations.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam, numberParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { RevisionView, revisionView } from './revision-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find' | 'findRevision'>;
}

export const readRevision = ({ automations }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/revisions/{revision}',
    id: 'readRevision',
    access: 'owner',
    summary: 'Read a revision of an automation',
    params: { id: idParam('automation'), revision: numberParam('revision', 'The number of a revision.') },
    answers: { 200: json('The automation as it was then.', RevisionView) },
    handle: async ({ workspace, params }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      const revision = await automations.findRevision(workspace.id, id, Number(params.revision));
      return { status: 200, body: revisionView(found(revision, 'revision')) };
    },
  });

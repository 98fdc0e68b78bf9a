import type { Automations } from '#store/automation/automations.ts';
import type { Cases } from '#store/case/cases.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly cases: Pick<Cases, 'remove'>;
}

export const deleteCase = ({ automations, cases }: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/automations/{id}/cases/{caseId}',
    id: 'deleteCase',
    access: 'owner',
    summary: 'Delete a case',
    description: 'The delivery stays.',
    params: { id: idParam('automation'), caseId: idParam('case') },
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      found((await cases.remove(workspace.id, id, params.caseId)) ? true : null, 'case');
      return { status: 204 };
    },
  });

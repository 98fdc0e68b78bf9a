import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { Rehearsal, rehearsalView } from './rehearsal-view.ts';

export const cancelRehearsal = ({ rehearsals }: { readonly rehearsals: Pick<Rehearsals, 'end' | 'find'> }) =>
  defineOperation({
    method: 'post',
    path: '/manage/rehearsals/{rehearsalId}/cancel',
    id: 'cancelRehearsal',
    access: 'owner',
    summary: 'Cancel a rehearsal',
    description: 'The deliveries that were played stay. A rehearsal that is over stays as it is.',
    params: { rehearsalId: idParam('rehearsal') },
    answers: { 200: json('The rehearsal.', Rehearsal) },
    handle: async ({ workspace, params: { rehearsalId } }) => {
      found(await rehearsals.find(workspace.id, rehearsalId), 'rehearsal');
      await rehearsals.end({ workspaceId: workspace.id, rehearsalId }, 'cancelled');
      const record = found(await rehearsals.find(workspace.id, rehearsalId), 'rehearsal');
      return { status: 200, body: rehearsalView(record) };
    },
  });

import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { textParam } from '../path-params.ts';
import { answerErasure, type ErasureDeps, erasureAnswers, erasureMeaning } from './answer-erasure.ts';

export const eraseReference = (deps: ErasureDeps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/references/{reference}',
    id: 'eraseReference',
    access: 'owner',
    role: 'owner',
    summary: 'Erase everything of a reference',
    description: `Every delivery with this \`X-Service-Reference\`, of all automations, also of deleted ones, is erased as by \`DELETE /manage/deliveries/{deliveryId}\`. If there is none, nothing is done. ${erasureMeaning}`,
    params: { reference: textParam('The reference, whole and percent-encoded; case counts.') },
    answers: erasureAnswers,
    handle: async ({ workspace, params }) => {
      const order = { kind: 'reference', target: params.reference } as const;
      return await answerErasure(deps, found(await deps.erasures.begin(workspace.id, order), 'workspace'));
    },
  });

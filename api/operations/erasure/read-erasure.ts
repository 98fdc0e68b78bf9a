import { Erasure } from '../../../contracts/erasure.ts';
import type { Erasures } from '../../../store/erasures.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

export const readErasure = ({ erasures }: { readonly erasures: Pick<Erasures, 'find'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/erasures/{erasureId}',
    id: 'readErasure',
    access: 'owner',
    summary: 'Read how far an erasure is',
    description: 'Until a day after its end.',
    params: { erasureId: idParam('erasure') },
    answers: { 200: json('The erasure.', Erasure) },
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: found(await erasures.find({ workspaceId: workspace.id, erasureId: params.erasureId }), 'erasure'),
    }),
  });

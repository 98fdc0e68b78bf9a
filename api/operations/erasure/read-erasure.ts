import { Erasure } from '#contracts/erasure.ts';
import type { Erasures } from '#store/erasure/erasures.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

export const readErasure = ({ erasures }: { readonly erasures: Pick<Erasures, 'find'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/erasures/{erasureId}',
    id: 'readErasure',
    access: 'ownerOrOperator',
    summary: 'Read how far an erasure is',
    description:
      'Until a day after its end. Deleted data stays in the append-only file of Redis until the file is rewritten: after an erasure one rewrite is due, at most one an hour, and `filesRewrittenAt` says when it was known to have ended. The erasure of a workspace is read with the token of the operator, every other with one of its workspace.',
    params: { erasureId: idParam('erasure') },
    answers: { 200: json('The erasure.', Erasure) },
    handle: async ({ workspace, params: { erasureId } }) => ({
      status: 200,
      body: found(await erasures.find({ workspaceId: workspace?.id ?? null, erasureId }), 'erasure'),
    }),
  });

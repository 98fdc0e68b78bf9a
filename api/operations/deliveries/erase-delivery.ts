import type { Deliveries } from '#store/delivery/deliveries.ts';
import { defineOperation } from '../define-operation.ts';
import {
  answerErasure,
  type ErasureDeps,
  erasureAnswers,
  erasureMeaning,
} from '../erasure/answer-erasure.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps extends ErasureDeps {
  readonly deliveries: Pick<Deliveries, 'find'>;
}

export const eraseDelivery = (deps: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/deliveries/{deliveryId}',
    id: 'eraseDelivery',
    access: 'owner',
    role: 'owner',
    summary: 'Erase a delivery',
    description: [
      'Body, headers, reference, filter, steps, answer and reason are erased. Its event id, outcome, times and cost stay, so that a retry of its sender is still a `duplicate`; it cannot be read or replayed any more.',
      'One that is being processed is ended first: it sends no further request, and a request that may have arrived makes its outcome `unknown_effect`. Replays of it are deliveries of their own, and stay; `DELETE /manage/references/{reference}` erases them too.',
      erasureMeaning,
    ].join('\n\n'),
    params: { deliveryId: idParam('delivery') },
    answers: erasureAnswers,
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params }) => {
      const { deliveryId } = found(await deps.deliveries.find(workspace.id, params.deliveryId), 'delivery');
      const order = { kind: 'delivery', target: deliveryId } as const;
      return await answerErasure(deps, found(await deps.erasures.begin(workspace.id, order), 'workspace'));
    },
  });

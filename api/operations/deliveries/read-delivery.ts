import { z } from 'zod';

import { DeliveryRecord } from '#capabilities/records.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { wholeNumber } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { awaitDelivery, type AwaitDeps } from './await-delivery.ts';

const Query = z.object({
  wait: wholeNumber({ min: 0, max: 30, usual: 0 }).describe(
    'Seconds to wait for the end of the run. The answer comes as soon as it is over, else when they have passed.',
  ),
});

export const readDelivery = (deps: AwaitDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries/{deliveryId}',
    id: 'readDelivery',
    access: 'owner',
    summary: 'Read the record of a delivery',
    description: 'With `wait`, once its run is over.',
    params: { deliveryId: idParam('delivery') },
    query: Query,
    answers: { 200: json("The delivery, the agent's steps, and their cost.", DeliveryRecord) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params: { deliveryId }, query, signal }) => {
      const awaited = { workspaceId: workspace.id, deliveryId, waitMs: query.wait * 1_000, signal: signal() };
      return { status: 200, body: found(await awaitDelivery(deps, awaited), 'delivery') };
    },
  });

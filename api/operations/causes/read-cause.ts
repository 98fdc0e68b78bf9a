import { z } from 'zod';

import { causeIdPattern } from '#domain/cause-id.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { count, LeftOut } from '../automations/replay-many.ts';
import { defineOperation } from '../define-operation.ts';
import { DeliveryFilters, queryOf } from '../deliveries/delivery-filters.ts';
import { found } from '../found.ts';
import { causesOf, FailureCause, searchedTo } from './cause-view.ts';
import { type FailedRow, findFailures } from './find-failures.ts';

const Cause = FailureCause.extend({
  replayable: count.describe(
    'How many of those that are open a replay by `causeId` starts: without those of `leftOut`, and none whose effect is unknown.',
  ),
  leftOut: z
    .array(LeftOut)
    .describe(
      'Those that it leaves out: `POST /manage/deliveries/{deliveryId}/replay` replays one all the same.',
    ),
  searchedTo,
});

export const causeParam = {
  description: 'The id of a cause.',
  shape: { pattern: causeIdPattern, missing: 'There is no such cause' },
};

type Reading = Pick<Deliveries, 'doneWrite' | 'search'>;

export const readCause = ({ deliveries }: { readonly deliveries: Reading }) =>
  defineOperation({
    method: 'get',
    path: '/manage/causes/{causeId}',
    id: 'readCause',
    access: 'owner',
    summary: 'Read a cause of failures',
    description:
      '`POST /manage/automations/{id}/replay` with its `causeId` replays its deliveries, and `GET /manage/deliveries?causeId=` lists them.',
    params: { causeId: causeParam },
    query: DeliveryFilters.pick({ from: true, to: true }),
    answers: { 200: json('The cause.', Cause) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params: { causeId }, query }) => {
      const asked = { causeId, ...queryOf(query) };
      const { rows, ...rest } = await findFailures(deliveries, workspace.id, asked);
      const cause = found(causesOf(rows)[0] ?? null, 'cause');
      const open = rows.filter(({ ranAs, outcome }) => ranAs === null && outcome !== 'unknown_effect');
      const leftOut = await leftOutOf(deliveries, workspace.id, open);
      return {
        status: 200,
        body: { ...cause, replayable: open.length - leftOut.length, leftOut: [...leftOut], ...rest },
      };
    },
  });

/** Runs whose steps are read at once: some may be in the archive. */
const readAtOnce = 50;

async function leftOutOf(
  deliveries: Reading,
  workspaceId: string,
  open: readonly FailedRow[],
): Promise<readonly z.infer<typeof LeftOut>[]> {
  const doubtful = open.filter(mayHaveWritten);
  const leftOut: z.infer<typeof LeftOut>[] = [];
  for (let start = 0; start < doubtful.length; start += readAtOnce) {
    const found = await Promise.all(
      doubtful.slice(start, start + readAtOnce).map(async ({ deliveryId }) => {
        const reason = await deliveries.doneWrite(workspaceId, deliveryId);
        return reason === null ? [] : [{ deliveryId, reason }];
      }),
    );
    leftOut.push(...found.flat());
  }
  return leftOut;
}

/** The only request of a run is the one that failed. */
const mayHaveWritten = ({ requests, failure }: FailedRow): boolean =>
  requests === null || requests > (failure.target === null ? 0 : 1);

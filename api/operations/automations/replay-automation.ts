import type { z } from 'zod';

import { automationOfCause } from '#domain/cause-id.ts';
import { invalidField } from '#domain/domain-error.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { ReplayOrder } from '#contracts/replay.ts';
import { passesByItself, type ReplayMany, type ReplayReport } from '#intake/replay-many.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { ReplayStarter } from '#temporal/replay-starter.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { findFailures } from '../causes/find-failures.ts';
import { defineOperation } from '../define-operation.ts';
import { skippedReplay } from '../deliveries/replay-delivery.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { Ended, NewReplays, ReplaysStarted } from './replay-many.ts';
import { stopName, timesOf } from './replay-stop.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Pick<Deliveries, 'search'>;
  readonly replayMany: ReplayMany;
  readonly replayStarter: ReplayStarter;
}

/** The limit of a call without one: the rest is started after its answer. */
const startedAtOnceMax = 200;

const refusals = [
  'WEBHOOK_RETIRED',
  'WEBHOOK_SUSPENDED',
  'STORAGE_EXCEEDED',
  'INTAKE_UNAVAILABLE',
  'ARCHIVE_UNAVAILABLE',
] as const;

export const replayAutomation = ({ automations, deliveries, replayMany, replayStarter }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/replay',
    id: 'replayAutomation',
    access: 'owner',
    summary: 'Replay failed deliveries',
    description: [
      "All deliveries of a time that ended in some way, `failed` by default, oldest first: each becomes a new delivery with the same body and today's instructions and filter, billed like any other.",
      'It starts as many as the limits of the workspace allow now, and says how many remain. Without a `limit` one call is enough: the service starts the rest by itself, oldest first, as room becomes free, for up to a week. It takes half of what the workspace may run at once and in a minute, so that new deliveries find room; pausing the automation ends it. A delivery is replayed once, however often you call, and not at all where it was replayed by itself before. Its replay is a delivery of its own: should that fail as well, `includeReplays` takes it. `leftOut` says how many of those that were replayed before succeeded then, or failed after a write was answered: another run would repeat that, so these are left to you.',
      'Ask for `unknown_effect` only where the target can tell a request that it has seen before.',
    ].join('\n\n'),
    params: { id: idParam('automation') },
    body: jsonBody(NewReplays, {
      examples: {
        outage: {
          summary: 'Deliveries that failed in an outage',
          value: { from: '2026-11-21T08:00:00Z', to: '2026-11-21T09:30:00Z' },
        },
        chosen: {
          summary: 'Those that were chosen',
          value: { deliveryIds: ['dlv_0mXq3vYtJ7Hc5Kz2'] },
        },
        several: {
          summary: 'With what may or may not have arrived',
          value: { outcome: ['failed', 'unknown_effect'], from: '2026-11-21T08:00:00Z', limit: 20 },
        },
      },
    }),
    answers: { 202: json('The runs that were started, and the deliveries that remain.', ReplaysStarted) },
    refusals,
    handle: async ({ workspace, params, body }) => {
      const { id, state } = await findAutomation(automations, workspace.id, params.id);
      const { limit, cursor, causeId, ...given } = await body();
      const asked = {
        ...given,
        ...(causeId !== undefined && (await ofCause(deliveries, workspace.id, { id, causeId, given }))),
      };
      if (state === 'paused') throw skippedReplay('id', 'paused');
      const order = orderOf(asked, { workspaceId: workspace.id, automationId: id }, cursor);
      const report = await replayMany({ ...order, limit: limit ?? startedAtOnceMax });
      const answer = answerOf(report);
      const canGoOn = limit === undefined && report.remaining > 0 && isWaitingEnough(report.stop);
      const continues = canGoOn && (await isStarted(replayStarter, { ...order, after: report.position }));
      return { status: 202, body: { ...answer, continues, goesOn: continues } };
    },
  });

type Asked = Omit<z.output<typeof NewReplays>, 'limit' | 'cursor' | 'causeId'>;

/** The deliveries of a cause, as they are now. Throws INVALID_REQUEST. */
async function ofCause(
  deliveries: Deps['deliveries'],
  workspaceId: string,
  { id, causeId, given }: { readonly id: string; readonly causeId: string; readonly given: Asked },
): Promise<Pick<Asked, 'deliveryIds' | 'outcome'>> {
  if (automationOfCause(causeId) !== id) throw invalidField('causeId', 'is no cause of this automation');
  if (given.deliveryIds !== undefined) throw invalidField('causeId', 'is given beside deliveryIds');
  const { rows } = await findFailures(deliveries, workspaceId, { causeId, ...timesOf(given) });
  const outcome = given.outcome ?? ['failed', 'needs_model'];
  return { deliveryIds: rows.map(({ deliveryId }) => deliveryId), outcome };
}

const orderOf = (
  { outcome, includeReplays, deliveryIds, ...times }: Asked,
  hook: Hook,
  cursor: string | undefined,
): ReplayOrder => {
  const ended = outcome ?? (deliveryIds === undefined ? 'failed' : Ended.options);
  return {
    selection: {
      ...hook,
      outcomes: [...new Set([ended].flat())],
      ...timesOf(times),
      ...(deliveryIds !== undefined && { deliveryIds }),
    },
    after: cursor === undefined ? null : decodeCursor(cursor),
    withReplays: includeReplays || deliveryIds !== undefined,
  };
};

/** Null: nothing stopped the call but its size. */
const isWaitingEnough = (stop: ReplayReport['stop']): boolean =>
  stop === null || stop.status === 'unavailable' || passesByItself(stop);

/** If Temporal does not answer, the answer says that nothing follows. */
const isStarted = async (replayStarter: ReplayStarter, order: ReplayOrder): Promise<boolean> =>
  await replayStarter.start(order).then(
    () => true,
    () => false,
  );

const answerOf = ({
  deliveryIds,
  leftOutDeliveries,
  stop,
  position,
  ...counts
}: ReplayReport): Omit<z.input<typeof ReplaysStarted>, 'continues' | 'goesOn'> => ({
  replayed: deliveryIds.length,
  deliveryIds: [...deliveryIds],
  leftOutDeliveries: [...leftOutDeliveries],
  ...counts,
  stoppedBy: stopName(stop, deliveryIds.length),
  nextCursor: position === null ? null : encodeCursor(position),
});

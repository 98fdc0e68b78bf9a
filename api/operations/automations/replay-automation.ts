import type { z } from 'zod';

import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { ReplayMany, ReplayReport } from '../../../intake/replay-many.ts';
import type { Automations } from '../../../store/automations.ts';
import { jsonBody } from '../../body/json-body.ts';
import { assertAccepted } from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { pausedReplay } from '../deliveries/replay-delivery.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { NewReplays, type ReplayStop, ReplaysStarted } from './replay-many.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly replayMany: ReplayMany;
}

export const replayAutomation = ({ automations, replayMany }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/replay',
    id: 'replayAutomation',
    access: 'owner',
    summary: 'Process again what failed',
    description: [
      "All deliveries of a time that ended in some way, `failed` by default, oldest first: each becomes a new delivery with the same body and today's instructions and filter, billed like any other.",
      'It takes as many as the limits of the workspace allow now, and says how many remain: repeat the call until none does. A delivery is replayed once, however often you call, and not at all where it was replayed by itself before. Its replay is a delivery of its own: should that fail as well, `includeReplays` takes it.',
      'Ask for `unknown_effect` only where the target can tell a request that it has seen before.',
    ].join('\n\n'),
    params: { id: idParam('automation') },
    body: jsonBody(NewReplays, {
      examples: {
        outage: {
          summary: 'What failed in an outage',
          value: { from: '2026-11-21T08:00:00Z', to: '2026-11-21T09:30:00Z' },
        },
        several: {
          summary: 'With what may or may not have arrived',
          value: { outcome: ['failed', 'unknown_effect'], from: '2026-11-21T08:00:00Z', limit: 20 },
        },
      },
    }),
    answers: { 202: json('What was started, and what remains.', ReplaysStarted) },
    refusals: ['WEBHOOK_RETIRED', 'WEBHOOK_SUSPENDED', 'STORAGE_EXCEEDED', 'INTAKE_UNAVAILABLE'],
    handle: async ({ workspace, params, body }) => {
      const { id, state } = await findAutomation(automations, workspace.id, params.id);
      const { outcome, limit, includeReplays, cursor, ...times } = await body();
      if (state === 'paused') throw pausedReplay('id');
      const report = await replayMany({
        selection: {
          workspaceId: workspace.id,
          automationId: id,
          outcomes: typeof outcome === 'string' ? [outcome] : [...new Set(outcome)],
          ...timesOf(times),
        },
        after: cursor === undefined ? null : decodeCursor(cursor),
        limit,
        withReplays: includeReplays,
      });
      return { status: 202, body: answerOf(report) };
    },
  });

function timesOf({ from, to }: Pick<z.output<typeof NewReplays>, 'from' | 'to'>) {
  const fromMs = from === undefined ? 0 : Date.parse(from);
  const toMs = to === undefined ? Math.max(Date.now(), fromMs) : Date.parse(to);
  if (toMs < fromMs) throw new DomainError('INVALID_REQUEST', 'to: is before from');
  return { fromMs, toMs };
}

const stopNames = {
  full: 'slots',
  storage: 'storage',
  rate: 'rate',
  flood: 'rate',
  skipped: 'paused',
  retired: 'deleted',
  suspended: 'suspended',
  unavailable: 'unavailable',
} as const satisfies Record<NonNullable<ReplayReport['stop']>['status'], ReplayStop>;

/** Throws the refusal where nothing at all could be done, and waiting for a slot would not help. */
function answerOf({ deliveryIds, stop, position, ...counts }: ReplayReport): z.input<typeof ReplaysStarted> {
  const stoppedBy = stop === null ? null : stopNames[stop.status];
  if (stop !== null && deliveryIds.length === 0 && stoppedBy !== 'slots' && stoppedBy !== 'rate') {
    assertAccepted(stop);
    throw pausedReplay('id');
  }
  return {
    replayed: deliveryIds.length,
    deliveryIds: [...deliveryIds],
    ...counts,
    stoppedBy,
    nextCursor: position === null ? null : encodeCursor(position),
  };
}

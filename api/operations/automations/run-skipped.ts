import { z } from 'zod';

import type { RunSkipped } from '#intake/run-skipped.ts';
import type { Automations } from '#store/automation/automations.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { skippedReplay } from '../deliveries/replay-delivery.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { count, moment, stoppedBy } from './replay-many.ts';
import { stopName, timesOf } from './replay-stop.ts';

const SkippedChoice = z.object({
  which: z
    .enum(['all', 'newest_per_reference'])
    .default('all')
    .describe(
      '`newest_per_reference`: of the deliveries that have the same reference only the newest; the older ones are left aside from then on, and stay for `all`. One without a reference stands for itself.',
    ),
  deliveryIds: z
    .array(z.string())
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only these. Absent: all that are kept, what a loop sent aside.'),
  from: moment.optional().describe('They arrived at this time or later. Default: whenever.'),
  to: moment.optional().describe('They arrived at this time or earlier. Default: until now.'),
  limit: z.int().min(1).max(200).default(50).describe('At most so many are started by this call.'),
});

const SkippedStarted = z.object({
  started: count.describe('How many were started.'),
  deliveryIds: z
    .array(z.string())
    .describe('The deliveries that run them, in the order in which they had arrived.'),
  ranBefore: count.describe(
    'How many were passed over, because their event was run before: by a retry of its sender, or by another call.',
  ),
  superseded: count.describe('How many were left aside for a newer one of their reference.'),
  stoppedBy,
  remaining: count.describe('How many of them this call did not come to: call again until it is 0.'),
});

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly runSkipped: RunSkipped;
}

export const runSkipped = ({ automations, runSkipped: run }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/run-skipped',
    id: 'runSkipped',
    access: 'owner',
    summary: 'Run what was skipped by a pause, a budget or the end of a loop',
    description: [
      "Deliveries that were answered `skipped`, because the automation was paused, its budget used up, or a loop had come to its last round, oldest first: each is run with today's instructions and filter, billed and limited like any other. Those that a filter skipped are not among them, and of a loop only those that `deliveryIds` names: each begins a loop of its own.",
      'Each is run as the event that it is: its retry by the sender is a `duplicate` from then on, and where a retry was accepted before, it is not run again. So an event is run once, whichever comes first, however often you call.',
      'It takes as many as the limits of the workspace and the budget allow now, and says how many remain.',
    ].join('\n\n'),
    params: { id: idParam('automation') },
    body: jsonBody(SkippedChoice, {
      examples: {
        newest: {
          summary: 'The newest of each reference',
          value: { which: 'newest_per_reference', from: '2026-11-21T08:00:00Z' },
        },
      },
    }),
    answers: { 202: json('The runs that were started, and the deliveries that remain.', SkippedStarted) },
    refusals: ['WEBHOOK_RETIRED', 'WEBHOOK_SUSPENDED', 'STORAGE_EXCEEDED', 'INTAKE_UNAVAILABLE'],
    handle: async ({ workspace, params, body }) => {
      const { id: automationId, state } = await findAutomation(automations, workspace.id, params.id);
      const { which, deliveryIds = null, limit, ...times } = await body();
      if (state === 'paused') throw skippedReplay('id', 'paused');
      const hook = { workspaceId: workspace.id, automationId };
      const report = await run(hook, { which, deliveryIds, ...timesOf(times) }, limit);
      const { stop, ...rest } = report;
      const started = rest.deliveryIds.length;
      return { status: 202, body: { started, ...rest, stoppedBy: stopName(stop, started) } };
    },
  });

import { z } from 'zod';

import { DeliveryRecord } from '#capabilities/records.ts';
import { EventIdFrom } from '#contracts/sender.ts';
import { DomainError } from '#domain/domain-error.ts';
import { arrivalOfRepeat } from '#intake/arrival.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { Intake } from '#intake/receive.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { jsonBody } from '../../body/json-body.ts';
import { assertAccepted, deliveryRefusals } from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import { assertEventIdFrom } from '../automations/assert-event-id-from.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { deliveryBody } from './delivery-body.ts';
import { skippedReplay } from './replay-delivery.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find' | 'changeSender'>;
  readonly deliveries: Deliveries;
  readonly doorNotes: Pick<DoorNotes, 'forgetPayloadDuplicates'>;
  readonly intake: Pick<Intake, 'receive'>;
}

const NotADuplicate = z.object({
  number: z
    .int()
    .min(1)
    .optional()
    .describe('One of `repeats` of the record. Absent: the newest one that can be run.'),
  eventIdFrom: EventIdFrom.optional().describe(
    'Sets `eventIdFrom` of the automation too, so that the next ones are told apart: a JSON pointer such as `/data/id`, or the name of a header. Absent: it stays as it is.',
  ),
});

export const runDuplicate = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/deliveries/{deliveryId}/run-duplicate',
    id: 'runDuplicate',
    access: 'owner',
    summary: 'Run a duplicate anyway',
    description:
      "The repeat was not a duplicate: it becomes a delivery of its own, with today's instructions and filter, billed like any other. Each repeat is run once, however often this is called: 200 where it was run before. A repeat has the body of the first delivery, or is the last one with another body; of earlier ones with other bodies only the digest is kept: 404.",
    params: { deliveryId: idParam('delivery') },
    body: jsonBody(NotADuplicate, {
      examples: { taught: { summary: 'And tell them apart by /id', value: { eventIdFrom: '/id' } } },
    }),
    answers: {
      201: json('The record of the new delivery.', DeliveryRecord),
      200: json('The record of the delivery as which it was run before.', DeliveryRecord),
    },
    refusals: ['ARCHIVE_UNAVAILABLE', ...deliveryRefusals],
    handle: async ({ workspace, params, body }) => {
      const { automations, deliveries, doorNotes, intake } = deps;
      const { number, eventIdFrom } = await body();
      assertEventIdFrom(eventIdFrom);
      const first = found(await deliveries.find(workspace.id, params.deliveryId), 'delivery');
      const { automationId } = first;
      const automation = found(await automations.find(workspace.id, automationId), 'automation any more');
      if (automation.state === 'paused') throw skippedReplay('deliveryId', 'paused');
      const arrival = await arrivalOf(deliveries, workspace.id, first, number);
      const hook = { workspaceId: workspace.id, automationId };
      // First, so that what arrives from now on is told apart.
      if (eventIdFrom !== undefined) {
        await automations.changeSender(hook, { eventIdFrom });
        await doorNotes.forgetPayloadDuplicates(hook);
      }
      const receipt = await intake.receive(hook, arrival);
      assertAccepted(receipt);
      if (receipt.status === 'skipped') throw skippedReplay('deliveryId', receipt.reason);
      const record = found(await deliveries.find(workspace.id, arrival.deliveryId), 'delivery');
      return { status: receipt.status === 'accepted' ? 201 : 200, body: record };
    },
  });

/** Throws NOT_FOUND where there is no such repeat, or its body is not kept. */
async function arrivalOf(
  deliveries: Deliveries,
  workspaceId: string,
  first: DeliveryRecord,
  number: number | undefined,
) {
  const repeat = first.repeats.find((one) => (number === undefined ? one.canRun : one.number === number));
  if (repeat === undefined) throw notKept('repeat of the delivery that can be run');
  if (repeat.differs === false)
    return arrivalOfRepeat(first, await deliveryBody(deliveries, workspaceId, first), repeat.number, null);
  const kept = await deliveries.keptRepeat(workspaceId, first.deliveryId, repeat.number);
  if (kept === null) throw notKept('body of this repeat');
  return arrivalOfRepeat(first, kept.body, repeat.number, kept.arrived);
}

const notKept = (what: string) =>
  new DomainError('NOT_FOUND', `There is no ${what}`, {
    hint: 'Read the delivery: repeats with canRun can be run. Have the sender send it again under another event id.',
  });

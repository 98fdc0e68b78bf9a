import { createOwnerPost } from '#egress/post-to-owner.ts';
import { createEventSender } from '#events/send-event.ts';
import { createEventTelling } from '#events/tell.ts';
import { createEventWaker } from '#events/wake.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { ownEndpoints } from '#platform/own-endpoints.ts';
import { createAlertTargets } from '#store/alert/alert-targets.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createApprovalLinks } from '#store/approval/approval-links.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createEventSources } from '#store/event/event-sources.ts';
import { createEventTargets } from '#store/event/event-targets.ts';
import { createEventNotes } from '#store/event/note-event.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createVault } from '#store/secret/vault.ts';
import { createEventStarter } from '#temporal/event-starter.ts';
import { createWebhookSender } from '#webhooks/send-webhook.ts';
import type { ObservedParts } from '../parts.ts';

/** The targets of events, and the parts that note events. */
export function buildEvents({ config, redis, blobs, temporal, logger, ...parts }: ObservedParts) {
  const { runsQueue: taskQueue = taskQueues.runs } = parts;
  const vault = createVault(config.MASTER_KEYS);
  const sentEvents = createSentEvents({ redis });
  const eventStarter = createEventStarter({ client: temporal.client, taskQueue });
  const eventWaker = createEventWaker({ sentEvents, eventStarter, logger });
  const ownerPost = createOwnerPost({
    allowAddresses: config.EGRESS_ALLOW_ADDRESSES,
    ownEndpoints: ownEndpoints(config),
  });
  return {
    eventTargets: createEventTargets({ redis, vault }),
    sentEvents,
    eventWaker,
    eventTelling: createEventTelling({ eventNotes: createEventNotes({ redis }), eventWaker, logger }),
    checkEventUrl: ownerPost.check,
    /** Sends tests, whose result somebody waits for; the worker sends everything else. */
    eventSender: createEventSender({
      deliveries: createDeliveries({ redis, blobs, workflowUrl: () => null }),
      sentEvents,
      approvals: createApprovals({ redis }),
      approvalLinks: createApprovalLinks({ vault }),
      eventSources: createEventSources({ redis, vault }),
      rounds: createAlertTargets({ redis, vault }),
      sendWebhook: createWebhookSender({ ...ownerPost, loopLinks: createLoopLinks({ vault }) }),
      publicUrl: config.PUBLIC_URL,
    }),
  };
}

export type EventParts = ReturnType<typeof buildEvents>;

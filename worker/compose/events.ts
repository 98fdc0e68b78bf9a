import type { Client } from '@temporalio/client';

import { createEventSender } from '#events/send-event.ts';
import { createEventQueue } from '#events/send-queue.ts';
import { createEventTelling } from '#events/tell.ts';
import { createEventWaker } from '#events/wake.ts';
import type { Logger } from '#platform/logger.ts';
import type { Settings } from '#platform/required-settings.ts';
import type { AlertTargets } from '#store/alert/alert-targets.ts';
import type { Redis } from '#store/connection/connect.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { createApprovalLinks } from '#store/approval/approval-links.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createEventSources } from '#store/event/event-sources.ts';
import { createEventNotes } from '#store/event/note-event.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import type { Vault } from '#store/secret/vault.ts';
import { createEventStarter } from '#temporal/event-starter.ts';
import type { WebhookSender } from '#webhooks/send-webhook.ts';

interface EventParts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly client: Client;
  readonly logger: Logger;
}

interface Shared {
  readonly vault: Vault;
  readonly runsQueue: string;
  readonly deliveries: Deliveries;
  readonly alertTargets: AlertTargets;
  readonly sendWebhook: WebhookSender;
}

/** The parts that send events, and those that see to it that they are sent. */
export function composeEvents({ config, redis, client, logger }: EventParts, shared: Shared) {
  const { vault, runsQueue, deliveries, alertTargets, sendWebhook } = shared;
  const sentEvents = createSentEvents({ redis });
  const eventSender = createEventSender({
    deliveries,
    approvals: createApprovals({ redis }),
    approvalLinks: createApprovalLinks({ vault }),
    sentEvents,
    eventSources: createEventSources({ redis, vault }),
    rounds: alertTargets,
    sendWebhook,
    publicUrl: config.PUBLIC_URL,
  });
  const eventStarter = createEventStarter({ client, taskQueue: runsQueue });
  const eventWaker = createEventWaker({ sentEvents, eventStarter, logger });
  return {
    eventQueue: createEventQueue({ sentEvents, eventSender }),
    eventTelling: createEventTelling({ eventNotes: createEventNotes({ redis }), eventWaker, logger }),
    eventWaker,
  };
}

import type { Client } from '@temporalio/client';

import { createEmailChannel } from '#alerts/email-channel.ts';
import { createAlertSender } from '#alerts/send-alert.ts';
import { createAlertWatch } from '#alerts/watch.ts';
import { createWebhookSender } from '#webhooks/send-webhook.ts';
import { createOwnerPost } from '#egress/post-to-owner.ts';
import type { Logger } from '#platform/logger.ts';
import type { Settings } from '#platform/required-settings.ts';
import { createAlertTargets } from '#store/alert/alert-targets.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import type { Vault } from '#store/secret/vault.ts';
import { createAlertStarter } from '#temporal/alert-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';
import { mailTransportOf } from './mail.ts';
import { reachOf } from './reach.ts';

interface AlertParts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly client: Client;
  readonly logger: Logger;
  readonly sdkMetricsPort?: number;
}

interface Shared {
  readonly vault: Vault;
  readonly runsQueue: string;
  readonly runStates: RunStates;
}

/** The parts that judge alerts for owners, and those that send them. */
export function composeAlerts(parts: AlertParts, { vault, runsQueue, runStates }: Shared) {
  const { config, redis, client, logger } = parts;
  const { PUBLIC_URL: publicUrl } = config;
  const transport = mailTransportOf(config);
  const alerts = createAlerts({ redis });
  const alertStarter = createAlertStarter({ client, taskQueue: runsQueue });
  const alertTargets = createAlertTargets({ redis, vault });
  const sendWebhook = createWebhookSender({
    ...createOwnerPost(reachOf(parts)),
    loopLinks: createLoopLinks({ vault }),
  });
  return {
    alertTargets,
    sendWebhook,
    alertLog: alerts,
    alertSender: createAlertSender({
      alerts,
      alertTargets,
      sendWebhook,
      sendEmail: transport && createEmailChannel({ transport, publicUrl }),
      publicUrl,
    }),
    alertWatch: createAlertWatch({ alerts, alertStarter, runStates, logger }),
  };
}

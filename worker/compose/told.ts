import type { BrokenCaseOf } from '#activities/rehearse.ts';
import type { BrokenConnection } from '#contracts/oauth.ts';
import type { Client } from '@temporalio/client';

import { watchRuns } from '#alerts/watched-runs.ts';
import { tellRevisions } from '#events/told-automations.ts';
import { tellRuns } from '#events/told-runs.ts';
import { freeLines } from '#intake/free-lines.ts';
import { createHeldWaker } from '#intake/wake-held.ts';
import type { Logger } from '#platform/logger.ts';
import type { Settings } from '#platform/required-settings.ts';
import { noteChanges } from '#store/alert/changes.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createHeld } from '#store/held.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { RunStore } from '#store/run/runs.ts';
import type { Vault } from '#store/secret/vault.ts';
import { createHeldStarter } from '#temporal/held-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';
import { composeAlerts } from './alerts.ts';
import { composeEvents } from './events.ts';

interface ToldParts {
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
  readonly deliveries: Deliveries;
  readonly automations: Automations;
  readonly runs: RunStore;
}

/** Runs and automations of which owners are told by alerts and events, and the parts that tell them. */
export function composeTold(parts: ToldParts, { runs, automations, ...shared }: Shared) {
  const { alertTargets, sendWebhook, ...alerts } = composeAlerts(parts, shared);
  const { eventTelling, ...events } = composeEvents(parts, { ...shared, alertTargets, sendWebhook });
  const { redis, client, logger } = parts;
  const heldStarter = createHeldStarter({ client, taskQueue: shared.runsQueue });
  const heldWaker = createHeldWaker({ held: createHeld({ redis }), heldStarter, logger });
  return {
    ...alerts,
    ...events,
    eventTelling,
    /** By an event and, where rules watch it, by an alert. */
    tellBrokenCase: async ({ workspaceId, name, summary, ...broken }: BrokenCaseOf) => {
      const { caseId, deliveryId, revision } = broken;
      await eventTelling.caseBroken(workspaceId, broken);
      const changes = [{ id: `${caseId} ${revision}`, words: `${name}: ${summary}` }];
      const noted = { kind: 'case_broken', changes, now: Date.now() } as const;
      if (await noteChanges(parts.redis, { workspaceId, deliveryId }, noted))
        await alerts.alertWatch.judgeChanges(workspaceId);
    },
    tellBrokenConnection: async (broken: BrokenConnection) => {
      const { workspaceId, deliveryId, policyId, since, domain, reason } = broken;
      await eventTelling.connectionBroken(broken);
      if (deliveryId === null) return;
      const changes = [{ id: `${policyId} ${since}`, words: `${domain}: it ${reason}` }];
      const noted = { kind: 'connection_broken', changes, now: Date.now() } as const;
      if (await noteChanges(redis, { workspaceId, deliveryId }, noted))
        await alerts.alertWatch.judgeChanges(workspaceId);
    },
    runs: freeLines(tellRuns(watchRuns(runs, alerts.alertWatch), events.eventWaker), heldWaker),
    automations: tellRevisions(automations, eventTelling),
  };
}

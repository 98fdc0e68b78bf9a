import { MockActivityEnvironment } from '@temporalio/testing';

import { sweepActivities } from '#activities/sweep.ts';
import type { SweepReport } from '#domain/sweep-report.ts';
import { createAlertWatch } from '#alerts/watch.ts';
import { createEventWaker } from '#events/wake.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import type { Blobs } from '#blobs/blobs.ts';
import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { createErasureRecovery } from '#intake/erasure-recovery.ts';
import { createHeldRecovery } from '#intake/held-recovery.ts';
import { createMessageRecovery } from '#intake/message-recovery.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createFileRewrites } from '#store/erasure/file-rewrites.ts';
import { createHeld } from '#store/held.ts';
import { createMessages } from '#store/message/messages.ts';
import { createOlderDeliveries } from '#store/archive/older-deliveries.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createRuns } from '#store/run/runs.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createSecretRotation } from '#store/secret/secret-rotation.ts';
import { createSlots } from '#store/slots.ts';
import { createNextWork } from '#store/sweep/next-work.ts';
import { createSweepIndex } from '#store/sweep/sweep-index.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { quietLogger } from './quiet-runtime.ts';

interface Parts {
  readonly redis: Redis;
  readonly blobs: Blobs;
  /** The master key, 32 bytes. */
  readonly key: Buffer;
}

const [archiveAfterHours, retentionDays] = [48, 400];
const nothingLost = () => Promise.reject(new Error('Nothing is lost that Temporal would have to start.'));

/** The sweep of the service with all its stores, at a moment, beside a Temporal in which everything goes on. */
export function createSweep({ redis, blobs, key }: Parts) {
  const vault = createVault([{ id: 'k1', key }]);
  const policies = createPolicyStore({ redis, vault });
  const workspaces = createWorkspaces({ redis });
  const { ofWorkspace } = createSealedSecrets({ redis, workspaces, policies });
  const runStates = {
    of: () => Promise.resolve({ status: 'open' as const }),
    endingOf: () => Promise.resolve(null),
  };

  return function sweepAt(nowMs: number): () => Promise<SweepReport> {
    const now = () => nowMs;
    const runs = createRuns({ redis, now });
    const { sweepWorkspaces } = sweepActivities({
      alertWatch: createAlertWatch({
        alerts: createAlerts({ redis, now }),
        alertStarter: { start: nothingLost },
        runStates,
        logger: { warn: () => undefined },
        now,
      }),
      eventWaker: createEventWaker({
        sentEvents: createSentEvents({ redis, now }),
        eventStarter: { wake: nothingLost },
        logger: { warn: () => undefined },
      }),
      archiver: createArchiver({ redis, blobs, archiveAfterHours, now }),
      erasureRecovery: createErasureRecovery({
        erasures: createErasures({ redis }),
        erasureStarter: { start: nothingLost },
        runStates,
      }),
      fileRewrites: createFileRewrites({ redis, now }),
      jobs: { sweep: () => Promise.resolve(0) },
      heldRecovery: createHeldRecovery({
        held: createHeld({ redis }),
        heldStarter: { wake: nothingLost },
        runStates,
      }),
      messageRecovery: createMessageRecovery({
        conversationStarter: { handOver: nothingLost },
        messages: createMessages({ redis }),
        runs,
        runStates,
      }),
      nextWork: createNextWork({ redis, archiveAfterHours, retentionDays }),
      olderDeliveries: createOlderDeliveries({ redis, now }),
      onSweepFailure: () => undefined,
      retention: createRetention({ redis, blobs, retentionDays, now }),
      secretRotation: createSecretRotation({ redis, vault, secretsOf: ofWorkspace }),
      slots: createConcurrencySlots({
        slots: createSlots({ redis }),
        runs,
        runStarter: { start: nothingLost },
        runStates,
      }),
      sweepIndex: createSweepIndex({ redis, basis: ['k1'], now }),
    });
    return async () => {
      const environment = new MockActivityEnvironment({}, { logger: quietLogger });
      return (await environment.run(sweepWorkspaces)) as SweepReport;
    };
  };
}

import type { SweepDeps } from '#activities/sweep.ts';
import { createTurns } from '#compute/turns.ts';
import type { Blobs } from '#blobs/blobs.ts';
import type { Logger } from '#platform/logger.ts';
import type { Settings } from '#platform/required-settings.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createFileRewrites } from '#store/erasure/file-rewrites.ts';
import { createMemoryShortage } from '#store/connection/memory-shortage.ts';
import { createOlderDeliveries } from '#store/archive/older-deliveries.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createSecretRotation } from '#store/secret/secret-rotation.ts';
import { createNextWork } from '#store/sweep/next-work.ts';
import { createSweepIndex } from '#store/sweep/sweep-index.ts';
import type { Vault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';

const archivedAtOnce = 16;

const archiveTurns = () =>
  createTurns({
    slots: Array.from({ length: archivedAtOnce }, (_, index) => index),
    waitMsMax: 10 * 60_000,
    waitingMax: Number.MAX_SAFE_INTEGER,
    busy: () => new Error('The archive did not get to it.'),
  });

interface Parts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly logger: Logger;
}

/** The parts that only the sweep uses. */
export function composeSweep(
  { config, redis, blobs, logger }: Parts,
  { vault, policyRecords }: { readonly vault: Vault; readonly policyRecords: PolicyStore },
) {
  const { ARCHIVE_AFTER_HOURS: archiveAfterHours, ACTIVITY_RETENTION_DAYS: retentionDays } = config;
  const workspaces = createWorkspaces({ redis });
  const sealedSecrets = createSealedSecrets({ redis, workspaces, policies: policyRecords });
  const isMemoryShort = createMemoryShortage({ redis });
  return {
    archiver: createArchiver({ redis, blobs, archiveAfterHours, isMemoryShort, turns: archiveTurns() }),
    fileRewrites: createFileRewrites({ redis }),
    nextWork: createNextWork({ redis, archiveAfterHours, retentionDays }),
    olderDeliveries: createOlderDeliveries({ redis }),
    onSweepFailure: (failure) => logger.error(failure, 'sweep incomplete'),
    retention: createRetention({ redis, blobs, retentionDays }),
    secretRotation: createSecretRotation({ redis, vault, secretsOf: sealedSecrets.ofWorkspace }),
    sweepIndex: createSweepIndex({
      redis,
      basis: [vault.currentKeyId, archiveAfterHours, retentionDays],
      isAllDue: isMemoryShort,
    }),
  } satisfies Partial<SweepDeps>;
}

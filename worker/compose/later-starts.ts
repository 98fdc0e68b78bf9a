import type { Client } from '@temporalio/client';

import { storageLimitsOf } from '#domain/storage-limits.ts';
import type { ConcurrencySlots } from '#intake/concurrency-slots.ts';
import { createDrainHeld } from '#intake/drain-held.ts';
import { createHeldRecovery } from '#intake/held-recovery.ts';
import { createIntake } from '#intake/receive.ts';
import { createReplayMany } from '#intake/replay-many.ts';
import { createReplayRest } from '#intake/replay-rest.ts';
import type { Settings } from '#platform/required-settings.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import type { Redis } from '#store/connection/connect.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { createHeld } from '#store/held.ts';
import { createLimitsInUse } from '#store/workspace/limits-in-use.ts';
import type { Replication } from '#store/connection/replication.ts';
import type { Runs } from '#store/run/runs.ts';
import { createHeldStarter } from '#temporal/held-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';
import type { RunStarter } from '#temporal/start-run.ts';

interface Parts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly client: Client;
}

interface Shared {
  readonly deliveries: Deliveries;
  readonly replication: Replication;
  readonly runs: Pick<Runs, 'finish'>;
  readonly runsQueue: string;
  readonly runStarter: RunStarter;
  readonly runStates: RunStates;
  readonly slots: ConcurrencySlots;
}

/** The parts that start runs after their call was answered: the rest of a replay, and deliveries that are held. */
export function composeLaterStarts({ config, redis, client }: Parts, { deliveries, ...shared }: Shared) {
  const admissions = createAdmissions({ redis, storageLimits: storageLimitsOf(config) });
  const intake = createIntake({ admissions, ...shared });
  const replayMany = createReplayMany({ deliveries, intake });
  const held = createHeld({ redis });
  const heldStarter = createHeldStarter({ client, taskQueue: shared.runsQueue });
  return {
    replayRest: createReplayRest({ limitsInUse: createLimitsInUse({ redis }), replayMany }),
    drainHeld: createDrainHeld({ held, ...shared }),
    heldRecovery: createHeldRecovery({ held, heldStarter, ...shared }),
  };
}

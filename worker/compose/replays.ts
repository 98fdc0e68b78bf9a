import { storageLimitsOf } from '../../domain/storage-limits.ts';
import type { ConcurrencySlots } from '../../intake/concurrency-slots.ts';
import { createIntake } from '../../intake/receive.ts';
import { createReplayMany } from '../../intake/replay-many.ts';
import { createReplayRest } from '../../intake/replay-rest.ts';
import type { Settings } from '../../platform/required-settings.ts';
import { createAdmissions } from '../../store/admissions.ts';
import type { Redis } from '../../store/connect.ts';
import type { Deliveries } from '../../store/deliveries.ts';
import { createLimitsInUse } from '../../store/limits-in-use.ts';
import type { Replication } from '../../store/replication.ts';
import type { RunStates } from '../../temporal/run-states.ts';
import type { RunStarter } from '../../temporal/start-run.ts';

interface Parts {
  readonly config: Settings;
  readonly redis: Redis;
}

interface Shared {
  readonly deliveries: Deliveries;
  readonly replication: Replication;
  readonly runStarter: RunStarter;
  readonly runStates: RunStates;
  readonly slots: ConcurrencySlots;
}

/** What goes on with replays after their call was answered. */
export function composeReplays({ config, redis }: Parts, { deliveries, ...shared }: Shared) {
  const admissions = createAdmissions({ redis, storageLimits: storageLimitsOf(config) });
  const intake = createIntake({ admissions, ...shared });
  const replayMany = createReplayMany({ deliveries, intake });
  return { replayRest: createReplayRest({ limitsInUse: createLimitsInUse({ redis }), replayMany }) };
}

import type { Client } from '@temporalio/client';

import type { Blobs } from '#blobs/blobs.ts';
import { createErasureRecovery } from '#intake/erasure-recovery.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createErasureStarter } from '#temporal/erasure-starter.ts';
import { createRunDeletion } from '#temporal/run-deletion.ts';
import type { RunStates } from '#temporal/run-states.ts';

interface ErasureParts {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly client: Client;
}

/** The parts that erase. */
export function composeErasure(
  { redis, blobs, client }: ErasureParts,
  { runsQueue, runStates }: { readonly runsQueue: string; readonly runStates: RunStates },
) {
  const erasures = createErasures({ redis });
  const erasureStarter = createErasureStarter({ client, taskQueue: runsQueue });
  return {
    erasures,
    eraser: createEraser({ redis, blobs }),
    erasureRecovery: createErasureRecovery({ erasures, erasureStarter, runStates }),
    runDeletion: createRunDeletion({ client }),
  };
}

import type { Redis } from './connect.ts';
import { createReplication, type Replication } from './replication.ts';
import { createCalls } from './run/calls.ts';
import { createOpenCalls } from './run/open-call.ts';
import { createRunContexts } from './run/context.ts';
import { createFinish, type EndedRun } from './run/finish.ts';
import { createShapes } from './run/shapes.ts';
import { createSpending } from './run/spending.ts';
import { createTurns } from './run/turns.ts';

/**
 * What a run reads and writes between its steps. Every write may be repeated without harm. A request leaves when its mark
 * is as safe as `replication` demands.
 */
export function createRuns({
  redis,
  replication = createReplication({ redis: undefined, replicasMin: 0 }),
  now = Date.now,
  onEnded,
}: {
  redis: Redis;
  replication?: Replication;
  now?: () => number;
  onEnded?: (ended: EndedRun) => void;
}) {
  const spending = createSpending({ redis });
  return {
    ...createRunContexts({ redis, now }),
    ...spending,
    ...createTurns({ redis }),
    ...createShapes({ redis, now }),
    ...createCalls({ redis }),
    ...createOpenCalls({ redis, replication }),
    finish: createFinish({ redis, now, spent: spending.spent, onEnded }),
  };
}

export type Runs = ReturnType<typeof createRuns>;

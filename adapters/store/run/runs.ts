import type { RunRef } from '#contracts/run.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { Redis } from '../connection/connect.ts';
import { createReplication, type Replication } from '../connection/replication.ts';
import { createCalls } from './calls.ts';
import { createOpenCalls } from './open-call.ts';
import { createRunContexts } from './context.ts';
import { createFailedTurns } from './failed-turns.ts';
import { createFinish, type EndedRun } from './finish.ts';
import { type HashesOf, type Marked, runHashesIn } from './run-hashes.ts';
import { createShapes } from './shapes.ts';
import { createSpending } from './spending.ts';
import { createTurns } from './turns.ts';
import { createWaits } from './waits.ts';
import { createUnitOfWork } from './unit-of-work.ts';

interface Deps {
  readonly redis: Redis;
  readonly replication: Replication;
  readonly now: () => number;
  readonly onEnded?: ((ended: EndedRun) => void) | undefined;
}

/**
 * The data that a run reads and writes between its steps. Every write may be repeated without harm. A request leaves when
 * its mark is as safe as `replication` demands.
 */
export function createRuns({
  redis,
  replication = createReplication({ redis: undefined, replicasMin: 0 }),
  now = Date.now,
  onEnded,
}: Pick<Deps, 'redis'> & Partial<Deps>) {
  const deps = { redis, replication, now, onEnded };

  /** The same for one step of a run, which reads once what is kept of that run, and writes at its `persist`. */
  function unitOf(run: RunRef): Runs {
    const unit = createUnitOfWork(run, runHashesIn(redis, run));
    const isOfUnit = (other: RunRef) =>
      other.workspaceId === run.workspaceId && runIdOf(other) === runIdOf(run);
    return createParts(deps, (other) => (isOfUnit(other) ? unit : runHashesIn(redis, other)));
  }

  return { ...createParts(deps, (run) => runHashesIn(redis, run)), unitOf };
}

function createParts({ redis, replication, now, onEnded }: Deps, hashesOf: HashesOf) {
  const spending = createSpending({ redis, hashesOf });
  return {
    ...createRunContexts({ hashesOf, now }),
    ...spending,
    ...createTurns({ hashesOf }),
    ...createFailedTurns({ redis, hashesOf }),
    ...createShapes({ redis, hashesOf, now }),
    ...createCalls({ hashesOf }),
    ...createWaits({ redis }),
    ...createOpenCalls({ hashesOf, replication }),
    finish: createFinish({ redis, hashesOf, now, spent: spending.spent, onEnded }),
    /** Writes what a unit of work holds back; from now on it holds nothing. */
    persist: (run: RunRef): Promise<Marked> => hashesOf(run).persist(),
  };
}

export type Runs = ReturnType<typeof createParts>;
/** `unitOf`: the same for one step of a run. */
export type RunStore = ReturnType<typeof createRuns>;

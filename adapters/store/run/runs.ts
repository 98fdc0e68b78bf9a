import type { RunRef } from '#contracts/run.ts';
import type { Purse } from '#contracts/turn.ts';
import { runIdOf, runOwnerOf } from '#domain/run-ref.ts';
import { createPurses, type PurseOf } from '../automation/purses.ts';
import type { Redis } from '../connection/connect.ts';
import { createReplication, type Replication } from '../connection/replication.ts';
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
import type { NewStep } from '#capabilities/step.ts';
import { json } from '../records/fields.ts';
import { CallRecord } from './run-records.ts';
import { stepField } from './run-keys.ts';

interface Deps {
  readonly redis: Redis;
  readonly replication: Replication;
  readonly now: () => number;
  readonly onEnded?: ((ended: EndedRun) => void) | undefined;
}

interface PartDeps extends Deps {
  readonly purseOf: PurseOf;
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
  const purseOf = createPurses({ redis, now });
  const deps = { redis, replication, now, onEnded, purseOf };

  /** The same for one step of a run, which reads once what is kept of that run, and writes at its `persist`. */
  function unitOf(run: RunRef): Runs {
    const unit = createUnitOfWork(run, runHashesIn(redis, run));
    const isOfUnit = (other: RunRef) =>
      other.workspaceId === run.workspaceId && runIdOf(other) === runIdOf(run);
    return createRunParts(deps, (other) => (isOfUnit(other) ? unit : runHashesIn(redis, other)));
  }

  return { ...createRunParts(deps, (run) => runHashesIn(redis, run)), unitOf };
}

export function createRunParts({ redis, replication, now, onEnded, purseOf }: PartDeps, hashesOf: HashesOf) {
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
    /** The budgets of the run for its call at a place. */
    purseOf: (run: RunRef, place: string): Purse =>
      purseOf({ workspaceId: run.workspaceId, ownerId: runOwnerOf(run), runId: runIdOf(run), place }),
    /** Writes what a unit of work holds back; from now on it holds nothing. */
    persist: (run: RunRef): Promise<Marked> => hashesOf(run).persist(),
  };
}

export type Runs = ReturnType<typeof createRunParts>;
/** `unitOf`: the same for one step of a run. */
export type RunStore = ReturnType<typeof createRuns>;

const StoredCall = json(CallRecord);

/** The results of the calls that a model asked for, and the steps that they left. Writing throws RecordMissing. */
function createCalls({ hashesOf }: { readonly hashesOf: HashesOf }) {
  async function saveCall(run: RunRef, callId: string, record: CallRecord): Promise<void> {
    await hashesOf(run).write([['HSET', 'calls', callId, JSON.stringify(record)]]);
  }

  async function calls(run: RunRef): Promise<ReadonlyMap<string, CallRecord>> {
    const saved = Object.entries(await hashesOf(run).read('calls'));
    return new Map(saved.map(([callId, stored]) => [callId, StoredCall.parse(stored)]));
  }

  /** `position`: the turn, how many requests the run has sent with this call, and for other calls their number in the turn. */
  async function saveStep(run: RunRef, position: readonly number[], step: NewStep): Promise<void> {
    await hashesOf(run).write([['HSET', 'steps', stepField(...position), JSON.stringify(step)]]);
  }

  return { saveCall, calls, saveStep };
}

/*
 * The hashes of a run that is rehearsed: copies in memory of what the run began with. Its steps read and write them as they do those in
 * Redis (`carry-out.ts`), and nothing is written anywhere else: no slot is taken, no budget of the run's own, no ending counted.
 */
import type { Ending } from '#contracts/run.ts';
import type { Purse } from '#contracts/turn.ts';
import { carryOut } from './carry-out.ts';
import type { RunHashes, Stored } from './run-hashes.ts';
import { createRunParts, type Runs } from './runs.ts';
import type { Redis } from '../connection/connect.ts';
import { createReplication } from '../connection/replication.ts';

interface Given {
  readonly record: Stored;
  readonly body: Buffer;
  /** From which its calls of models are paid. */
  readonly purse: Purse;
}

/** `ending`: how it ended; null while it goes on. */
export interface RehearsedRun {
  readonly runs: Runs;
  readonly ending: () => Ending | null;
}

export function createRehearsedRun(redis: Redis, { record, body, purse }: Given): RehearsedRun {
  const hashes = { record: { ...record }, turns: {}, calls: {} as Record<string, string> };
  let ended: Ending | null = null;
  const inMemory: RunHashes = {
    read: (hash) => Promise.resolve(hashes[hash]),
    readField: (hash, field) => Promise.resolve((hashes[hash] as Stored)[field]),
    body: () => Promise.resolve(body),
    write: (commands) => Promise.resolve(carryOut(hashes, commands)),
    writeCall: ({ callId, record: call }, commands) => {
      if (call !== '') hashes.calls[callId] = call;
      carryOut(hashes, commands);
      return Promise.resolve('written');
    },
    writeWith: () => Promise.reject(new Error('A rehearsed run is ended by nobody else.')),
    persist: () => Promise.resolve('written'),
  };
  const replication = createReplication({ redis: undefined, replicasMin: 0 });
  const parts = createRunParts({ redis, replication, now: Date.now, purseOf: () => purse }, () => inMemory);
  const runs: Runs = {
    ...parts,
    takeSlotAgain: () => Promise.resolve({ waitMs: 0, queuedMs: 0 }),
    giveSlotBack: () => Promise.resolve(),
    noteShape: () => Promise.resolve({ isWatched: false }),
    turnTries: () => Promise.resolve([]),
    forgetAttempt: (_run, attempt) => {
      carryOut(hashes, [['HDEL', 'turns', `attempt:${attempt}`]]);
      return Promise.resolve();
    },
    finish: (_run, ending) => {
      ended ??= ending;
      return Promise.resolve({
        isFirst: true,
        isWatched: false,
        toldTargets: [],
        freesNext: false,
        ending: ended,
      });
    },
  };
  return { runs, ending: () => ended };
}

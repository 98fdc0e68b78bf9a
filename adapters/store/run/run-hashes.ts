import type { RunRef } from '#contracts/run.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { Redis } from '../connection/connect.ts';
import { readBody } from '../delivery/stored-body.ts';
import { script } from '../script.ts';
import { runKeys } from './run-keys.ts';

const writeScript = script('write-run', ['publish-change', 'write-run']);

const numbers = { record: '1', turns: '2', steps: '3', calls: '4', shapes: '5' } as const;

export type Stored = Readonly<Record<string, string>>;
export type ReadHash = 'record' | 'turns' | 'calls';

/**
 * A command on one of the hashes of a run, with its arguments. `?HSET` is carried out only where the HSETNX before it has
 * set its field or the HEXISTS before it has found none, `!HSET` only where that holds another value; the reply of one that is not is null.
 */
export type RunCommand = readonly [
  command: 'HEXISTS' | 'HSET' | 'HSETNX' | '?HSET' | '!HSET' | 'HDEL' | 'HKEYS',
  hash: keyof typeof numbers,
  ...args: string[],
];

/** The result of a call, and the records that it may replace, '' for none: an attempt overwrites nothing else. */
export interface CallWrite {
  readonly callId: string;
  /** '' leaves the record as it is. */
  readonly record: string;
  readonly isLeaving: boolean;
  readonly replaces: readonly string[];
}

/** `taken`: another attempt has written since. `over`: the run has ended, or its record is gone. */
export type Marked = 'written' | 'taken' | 'over';

export interface RunWrites {
  readonly commands: readonly RunCommand[];
  readonly call?: CallWrite | undefined;
}

/** The stored data of a run, as its steps read and write it. */
export interface RunHashes {
  readonly read: (hash: ReadHash) => Promise<Stored>;
  readonly readField: (hash: ReadHash, field: string) => Promise<string | undefined>;
  readonly body: () => Promise<Buffer>;
  /**
   * Carries out commands, all of them at once, and gives their replies. Throws RecordMissing where the record is gone:
   * written again it would be a part of a record, without an end.
   */
  readonly write: (commands: readonly RunCommand[]) => Promise<readonly unknown[]>;
  /** Writes what became of a call, with the commands that belong to it. */
  readonly writeCall: (call: CallWrite, commands: readonly RunCommand[]) => Promise<Marked>;
  /** Lets `script` write what is held back with what it writes itself. Unless it answers `taken` or `lost`, that is written then. */
  readonly writeWith: (script: (held: readonly string[]) => Promise<string>) => Promise<string>;
  /** Writes what is held back; from now on nothing is. */
  readonly persist: () => Promise<Marked>;
}

export type HashesOf = (run: RunRef) => RunHashes;

export interface StoredHashes extends RunHashes {
  /** Writes what was held back: the arguments of `script-parts/write-run.lua`. */
  readonly writeHeld: (held: readonly string[]) => Promise<Marked>;
}

/** The arguments of `script-parts/write-run.lua`. */
export const argumentsOf = ({ commands, call }: RunWrites): readonly string[] => [
  ...(call === undefined
    ? ['', '', '0', '0']
    : [call.callId, call.record, call.isLeaving ? '1' : '0', String(call.replaces.length), ...call.replaces]),
  ...commands.flatMap(([command, hash, ...args]) => [command, numbers[hash], String(args.length), ...args]),
];

/** The hashes in Redis: each read and each write goes there. */
export function runHashesIn(redis: Redis, run: RunRef): StoredHashes {
  const keys = runKeys(run);
  const { record, turns, steps, calls, shapes } = keys;

  const write = async (args: readonly string[]) =>
    (await writeScript(redis, [record, turns, steps, calls, shapes], args)) as Answer;

  return {
    read: (hash) => redis.hGetAll(keys[hash]),
    readField: async (hash, field) => (await redis.hGet(keys[hash], field)) ?? undefined,
    body: async () => (await readBody(redis, keys.body)) ?? Buffer.alloc(0),
    write: async (commands) => {
      const replies = await write(argumentsOf({ commands }));
      if (typeof replies === 'string') throw new RecordMissing(runIdOf(run));
      return replies;
    },
    writeCall: async (call, commands) => markedBy(await write(argumentsOf({ call, commands }))),
    writeWith: (script) => script(argumentsOf({ commands: [] })),
    writeHeld: async (held) => markedBy(await write(held)),
    persist: () => Promise.resolve('written'),
  };
}

/** The replies of the commands, or why there are none. */
type Answer = readonly unknown[] | 'gone' | 'over' | 'taken';

function markedBy(answer: Answer): Marked {
  if (typeof answer !== 'string') return 'written';
  return answer === 'taken' ? 'taken' : 'over';
}

import type { RunRef } from '../../contracts/run.ts';
import { RecordMissing } from '../../domain/record-missing.ts';
import { runIdOf } from '../../domain/run-ref.ts';
import type { Redis } from '../connect.ts';
import { script } from '../script.ts';
import { runKeys } from './run-keys.ts';

const writeScript = script('write-run', ['publish-change']);

const numbers = { record: '1', turns: '2', steps: '3', calls: '4' } as const;

/** A command on one of the hashes of a run, with its arguments. */
export type RunCommand = readonly [
  command: 'HSET' | 'HSETNX' | 'HDEL' | 'HGET' | 'HKEYS',
  hash: keyof typeof numbers,
  ...args: string[],
];

/**
 * Carries out commands on what is kept of a run, all of them at once, and gives their replies. Throws RecordMissing where
 * the record is gone: written again it would be a part of a record, without an end.
 */
export async function writeRun(
  redis: Redis,
  run: RunRef,
  commands: readonly RunCommand[],
): Promise<readonly unknown[]> {
  const { record, turns, steps, calls } = runKeys(run);
  const replies = await writeScript(
    redis,
    [record, turns, steps, calls],
    commands.flatMap(([command, hash, ...args]) => [command, numbers[hash], String(args.length), ...args]),
  );
  if (replies === null) throw new RecordMissing(runIdOf(run));
  return replies as readonly unknown[];
}

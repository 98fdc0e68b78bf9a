import type { NewStep } from '../../capabilities/step.ts';
import type { RunRef } from '../../contracts/run.ts';
import type { Redis } from '../connect.ts';
import { json } from '../records/fields.ts';
import { CallRecord } from '../run-records.ts';
import { runKeys, stepField } from './run-keys.ts';
import { writeRun } from './write-run.ts';

const StoredCall = json(CallRecord);

/** What became of the calls that a model asked for, and the steps that they left. Writing throws RecordMissing. */
export function createCalls({ redis }: { redis: Redis }) {
  async function saveCall(run: RunRef, callId: string, record: CallRecord): Promise<void> {
    await writeRun(redis, run, [['HSET', 'calls', callId, JSON.stringify(record)]]);
  }

  async function calls(run: RunRef): Promise<ReadonlyMap<string, CallRecord>> {
    const saved = Object.entries(await redis.hGetAll(runKeys(run).calls));
    return new Map(saved.map(([callId, stored]) => [callId, StoredCall.parse(stored)]));
  }

  /** `position`: the turn, how many requests the run has sent with this call, and for other calls their number in the turn. */
  async function saveStep(run: RunRef, position: readonly number[], step: NewStep): Promise<void> {
    await writeRun(redis, run, [['HSET', 'steps', stepField(...position), JSON.stringify(step)]]);
  }

  return { saveCall, calls, saveStep };
}

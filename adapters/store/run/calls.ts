import type { NewStep } from '#capabilities/step.ts';
import type { RunRef } from '#contracts/run.ts';
import { json } from '../records/fields.ts';
import { CallRecord } from './run-records.ts';
import { stepField } from './run-keys.ts';
import type { HashesOf } from './run-hashes.ts';

const StoredCall = json(CallRecord);

/** The results of the calls that a model asked for, and the steps that they left. Writing throws RecordMissing. */
export function createCalls({ hashesOf }: { readonly hashesOf: HashesOf }) {
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

import { randomUUID } from 'node:crypto';

import type { Exchange } from '#capabilities/exchange.ts';
import { failureOfStep } from '#capabilities/failure.ts';
import type { NewStep } from '#capabilities/step.ts';
import type { RunRef } from '#contracts/run.ts';
import { fieldsOf, json } from '../records/fields.ts';
import { runRecords } from '../records/run.ts';
import type { Replication } from '../connection/replication.ts';
import { type CallProgress, CallRecord } from './run-records.ts';
import type { HashesOf, Marked, RunCommand } from './run-hashes.ts';
import { stepField } from './run-keys.ts';

const StoredCall = json(CallRecord);
const { fields } = runRecords.run;

export interface PlacedStep {
  /** The turn, and how many requests the run has sent with this call. */
  readonly position: readonly number[];
  readonly step: NewStep & { readonly exchange?: Exchange };
  /** The first words of an error that the target answered, for lists. */
  readonly said?: string | null | undefined;
}

/** A call as one attempt found it. */
export interface OpenCall {
  readonly found: CallRecord | undefined;
  /** Marks that an effect becomes possible. Unless it answers `written`, there must be none. */
  readonly markSending: (progress: CallProgress) => Promise<Marked>;
  /** Writes what came of it; `null` leaves the record as it is. Safe to repeat. */
  readonly settle: (record: CallRecord | null, placed?: PlacedStep) => Promise<Marked>;
}

/**
 * Fences the attempts of a call: each writes only over what it found or wrote itself, and every mark is unlike all others.
 * If two attempts run at the same time one gets through, whichever counts as the later one for Temporal; so neither clocks,
 * nor numbers of attempts, nor how often the step was scheduled matter.
 */
export function createOpenCalls({
  hashesOf,
  replication,
}: {
  readonly hashesOf: HashesOf;
  readonly replication: Replication;
}) {
  async function openCall(run: RunRef, callId: string): Promise<OpenCall> {
    const hashes = hashesOf(run);
    const stored = await hashes.readField('calls', callId);
    let known = [stored ?? ''];

    async function write(record: string, isLeaving: boolean, placed?: PlacedStep): Promise<Marked> {
      // If the reply is lost, either may be stored.
      if (record !== '') known = [...known, record];
      const call = { callId, record, isLeaving, replaces: [...new Set(known)] };
      const marked = await hashes.writeCall(call, placed === undefined ? [] : stepCommands(placed));
      if (record !== '' && marked === 'written') known = [record];
      return marked;
    }

    /** A mark that is lost with its primary would let another attempt send the same once more. */
    async function markSending(progress: CallProgress): Promise<Marked> {
      const marked = await write(JSON.stringify({ state: 'sending', by: randomUUID(), ...progress }), true);
      if (marked === 'written') await replication.reached();
      return marked;
    }

    return {
      found: stored === undefined ? undefined : StoredCall.parse(stored),
      markSending,
      settle: (record, placed) => write(record === null ? '' : JSON.stringify(record), false, placed),
    };
  }

  return { openCall };
}

function stepCommands({ position, step, said }: PlacedStep): readonly RunCommand[] {
  const write: RunCommand = ['HSET', 'steps', stepField(...position), JSON.stringify(step)];
  const noted = fieldsOf(fields, { targetSaid: said ?? null, failure: failureOfStep(step) });
  return noted.length === 0 ? [write] : [write, ['HSET', 'record', ...noted]];
}

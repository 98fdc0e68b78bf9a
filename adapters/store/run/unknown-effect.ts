import { capabilityOf, type CapabilityCall } from '#capabilities/calls.ts';
import type { Ending } from '#contracts/run.ts';
import { mayHaveArrived } from '#domain/unknown-effect.ts';
import { json } from '../records/fields.ts';
import { CallRecord, TurnRecord } from './run-records.ts';
import type { RunHashes } from './run-hashes.ts';

const StoredCall = json(CallRecord);
const StoredTurn = json(TurnRecord);

/** An ending, and how many calls were marked as on their way when it was decided; null where that does not matter. */
interface Decided {
  readonly ending: Ending;
  readonly sendingCount: number | null;
}

/**
 * Decides whether a run that an operator, the sweep or a step ends as failed has an unknown effect. It has one if a request
 * that must not be sent twice is still marked as on its way, or waits for its next try after one that may have arrived.
 */
export async function decideUnknownEffect(hashes: RunHashes, ending: Ending): Promise<Decided> {
  if (ending.outcome !== 'failed') return { ending, sendingCount: null };
  const [storedCalls, storedTurns] = await Promise.all([hashes.read('calls'), hashes.read('turns')]);
  const sendingCount = Object.values(storedCalls).filter(isSending).length;
  const inDoubt = Object.entries(storedCalls).filter(([, stored]) => isSending(stored) || isWaiting(stored));
  const planned = inDoubt.length === 0 ? [] : plannedCalls(storedTurns);
  const unknown = inDoubt
    .map(([callId]) => planned.find((call) => call.callId === callId))
    .filter((call) => call === undefined || !isRepeatable(call));
  if (unknown.length === 0) return { ending, sendingCount };
  const sentences = unknown.map((call) =>
    mayHaveArrived(call === undefined ? 'A request' : capabilityOf(call).describe(call)),
  );
  const reason = [...(ending.reason === null ? [] : [ending.reason]), ...sentences].join(' ');
  return { ending: { ...ending, outcome: 'unknown_effect', reason }, sendingCount };
}

function isSending(stored: string): boolean {
  const read = StoredCall.safeParse(stored);
  return read.success && read.data.state === 'sending';
}

/** For its next try, after one that may have arrived. */
function isWaiting(stored: string): boolean {
  const read = StoredCall.safeParse(stored);
  return read.success && read.data.state === 'not-sent' && read.data.mayHaveArrived === true;
}

/** Nothing is known of unreadable turns. */
function plannedCalls(storedTurns: Readonly<Record<string, string>>): readonly CapabilityCall[] {
  return Object.values(storedTurns).flatMap((stored) => {
    const read = StoredTurn.safeParse(stored);
    return read.success ? read.data.calls : [];
  });
}

function isRepeatable(call: CapabilityCall): boolean {
  const capability = capabilityOf(call);
  return capability.kind !== 'request' || capability.isRepeatable(call);
}

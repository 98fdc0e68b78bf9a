import { accountLine, accountOf } from '#capabilities/request-account.ts';
import { json } from '../records/fields.ts';
import { CallRecord, TurnRecord } from './run-records.ts';
import type { RunHashes } from './run-hashes.ts';

const StoredCall = json(CallRecord);
const StoredTurn = json(TurnRecord);

const linesMax = 100;

/**
 * The requests of a run in words, for one that ends before its agent could say what it did: no effect goes untold. Null
 * where nothing was sent. Unreadable entries are left out.
 */
export async function accountOfRun(hashes: RunHashes): Promise<string | null> {
  const [storedCalls, storedTurns] = await Promise.all([hashes.read('calls'), hashes.read('turns')]);
  if (Object.keys(storedCalls).length === 0) return null;
  const lines = plannedCalls(storedTurns).flatMap((call) => {
    const account = accountOf(call, progressOf(storedCalls[call.callId]));
    return account === null ? [] : [`- ${accountLine(account)}`];
  });
  const shown = lines.slice(0, linesMax);
  const more = lines.length > shown.length ? [`- and ${lines.length - shown.length} more`] : [];
  return lines.length === 0
    ? null
    : ['The agent did not say what it did. Its requests:', ...shown, ...more].join('\n');
}

function plannedCalls(storedTurns: Readonly<Record<string, string>>) {
  return Object.entries(storedTurns)
    .filter(([field]) => /^\d+$/.test(field))
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, stored]) => {
      const read = StoredTurn.safeParse(stored);
      return read.success ? read.data.calls : [];
    });
}

function progressOf(stored: string | undefined) {
  const { success, data } = StoredCall.safeParse(stored);
  if (!success) return 'not-sent';
  return data.state === 'done' ? data.result : data.state;
}

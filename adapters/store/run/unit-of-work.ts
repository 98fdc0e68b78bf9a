import type { RunRef } from '#contracts/run.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { carryOut } from './carry-out.ts';
import {
  argumentsOf,
  type CallWrite,
  type Marked,
  type ReadHash,
  type RunCommand,
  type RunHashes,
  type Stored,
  type StoredHashes,
} from './run-hashes.ts';

/** What was read; what is held back was carried out on it. */
interface Known {
  readonly hashes: Readonly<Record<ReadHash, Record<string, string>>>;
  readonly body: Buffer;
}

/**
 * What is kept of a run, during one step of it: read once, all together, and written all at once. What is written is held
 * back until `persist`, or until a script takes it along, and is read here meanwhile. Only a call that is about to leave
 * is marked at once.
 */
export function createUnitOfWork(run: RunRef, stored: StoredHashes): RunHashes {
  let known: Promise<Known> | undefined;
  const held = createHeldWrites(stored);
  let now: Pick<RunHashes, 'read' | 'readField' | 'body' | 'write' | 'writeCall'> = {
    read: async (hash) => (await load()).hashes[hash],
    readField: async (hash, field) => (await load()).hashes[hash][field],
    body: async () => (await load()).body,
    write: hold,
    writeCall,
  };

  /** A record that is claimed only, or is missing, is read again. */
  async function load(): Promise<Known> {
    known ??= readAll(stored);
    const found = await known;
    if (found.hashes.record['outcome'] === undefined) known = undefined;
    return found;
  }

  async function hold(commands: readonly RunCommand[], call?: CallWrite): Promise<readonly unknown[]> {
    const { hashes } = await load();
    if (hashes.record['outcome'] === undefined) throw new RecordMissing(runIdOf(run));
    held.add(commands, call);
    return carryOut(hashes, commands);
  }

  async function writeCall(call: CallWrite, commands: readonly RunCommand[]): Promise<Marked> {
    const { callId, record, isLeaving } = call;
    const before = isLeaving || held.hasCall() ? await held.persist() : 'written';
    if (before !== 'written') return before;
    const marked = isLeaving ? await stored.writeCall(call, commands) : 'written';
    if (!isLeaving) await hold(commands, call);
    const { hashes } = await load();
    if (marked === 'written' && record !== '') hashes.calls[callId] = record;
    return marked;
  }

  return {
    read: (hash) => now.read(hash),
    readField: (hash, field) => now.readField(hash, field),
    body: () => now.body(),
    write: (commands) => now.write(commands),
    writeCall: (call, commands) => now.writeCall(call, commands),
    writeWith: async (script) => {
      const answer = await held.release(script, (given) => given !== 'taken' && given !== 'lost');
      // Others may have written what the script looked at.
      known = undefined;
      return answer;
    },
    persist: async () => {
      const persisted = await held.persist();
      now = stored;
      return persisted;
    },
  };
}

/** What is held back of a run: commands, and what became of one call. */
function createHeldWrites(stored: StoredHashes) {
  let commands: readonly RunCommand[] = [];
  let call: CallWrite | undefined;

  function add(more: readonly RunCommand[], became = call): void {
    [commands, call] = [[...commands, ...more], became];
  }

  /** What is added while `write` works is still held back then. */
  async function release<T>(
    write: (args: readonly string[]) => Promise<T>,
    isWritten: (answer: T) => boolean,
  ): Promise<T> {
    const [count, became] = [commands.length, call];
    const answer = await write(argumentsOf({ commands, call }));
    if (!isWritten(answer)) return answer;
    commands = commands.slice(count);
    if (call === became) call = undefined;
    return answer;
  }

  async function persist(): Promise<Marked> {
    if (commands.length === 0 && call === undefined) return 'written';
    return await release(stored.writeHeld, (answer) => answer === 'written');
  }

  return { add, release, persist, hasCall: () => call !== undefined };
}

async function readAll(stored: StoredHashes): Promise<Known> {
  const [record, turns, calls, body] = await Promise.all([
    stored.read('record'),
    stored.read('turns'),
    stored.read('calls'),
    stored.body(),
  ]);
  return { hashes: { record: copyOf(record), turns: copyOf(turns), calls: copyOf(calls) }, body };
}

/** Models name the fields of calls. */
const copyOf = (hash: Stored): Record<string, string> =>
  Object.assign(Object.create(null) as Record<string, string>, hash);

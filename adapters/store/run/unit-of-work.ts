/*
 * One step of a run reads its hashes once and writes them once. The first read loads all of them; each write is carried out on that
 * copy (`carry-out.ts`), so that later reads of the step see it, and is held back. All that is held back goes out in one script:
 * by `persist` at the end of the step, or with a script that writes more, such as the end of the run.
 * Invariants: nothing leaves this process (a request, an answer to Temporal) while a write that explains it is held back. Therefore a call
 * that is about to leave is marked in Redis at once, together with all before it, and `writeHeld` writes nothing where another attempt has
 * written since. A write that is added while a script is on its way stays held back. After `persist` nothing is held back any more.
 */
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
  type RunWrites,
  type Stored,
  type StoredHashes,
} from './run-hashes.ts';

/** The hashes as they were read, with the writes that are held back carried out on them. */
interface Known {
  readonly hashes: Readonly<Record<ReadHash, Record<string, string>>>;
  readonly body: Buffer;
}

/** The hashes of a run during one step of it. */
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
    const before = held.hasCall() ? await held.persist() : 'written';
    if (before !== 'written') return before;
    const marked = isLeaving ? await held.persistWith({ call, commands }) : 'written';
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

/** The held-back writes of a run: commands, and the result of one call. */
function createHeldWrites(stored: StoredHashes) {
  let commands: readonly RunCommand[] = [];
  let call: CallWrite | undefined;

  function add(more: readonly RunCommand[], became = call): void {
    [commands, call] = [[...commands, ...more], became];
  }

  /** Writes that are added while `write` works are still held back then. */
  async function release<T>(
    write: (args: readonly string[]) => Promise<T>,
    isWritten: (answer: T) => boolean,
    also: RunWrites = { commands: [], call },
  ): Promise<T> {
    const [count, became] = [commands.length, call];
    const answer = await write(argumentsOf({ ...also, commands: [...commands, ...also.commands] }));
    if (!isWritten(answer)) return answer;
    commands = commands.slice(count);
    if (call === became) call = undefined;
    return answer;
  }

  async function persist(): Promise<Marked> {
    if (commands.length === 0 && call === undefined) return 'written';
    return await persistWith({ commands: [], call });
  }

  /** Writes it with these in one script. Unless it answers `written`, they are not held back. */
  const persistWith = async (writes: RunWrites): Promise<Marked> =>
    await release(stored.writeHeld, (answer) => answer === 'written', writes);

  return { add, release, persist, persistWith, hasCall: () => call !== undefined };
}

/** A run that has not begun has neither turns nor calls. */
async function readAll(stored: StoredHashes): Promise<Known> {
  const [record, body] = await Promise.all([stored.read('record'), stored.body()]);
  const [turns, calls] =
    record['startedAt'] === undefined
      ? [{}, {}]
      : await Promise.all([stored.read('turns'), stored.read('calls')]);
  return { hashes: { record: copyOf(record), turns: copyOf(turns), calls: copyOf(calls) }, body };
}

/** Models name the fields of calls. */
const copyOf = (hash: Stored): Record<string, string> =>
  Object.assign(Object.create(null) as Record<string, string>, hash);

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { processIdentity } from '../process-identity.ts';

const Entries = z.array(z.object({ name: z.string(), pid: z.int().positive(), identity: z.string() }));
type Entry = z.infer<typeof Entries>[number];

export const childRegisterFile = 'children.json';

/** API and worker began to stop when their supervisor died; Redis and Temporal take about a second. */
const leftOverGraceMs = 4_000;

/**
 * The children of the supervisor, recorded in its data folder, so that after a SIGKILL the next supervisor finds those
 * still alive. Two Redis servers on one append-only file would corrupt it.
 */
export function createChildRegister(file: string) {
  const current = new Map<string, Entry>();

  /** Synchronous, so that a child is never alive without an entry. */
  function record(name: string, pid: number): void {
    const identity = processIdentity(pid);
    if (identity === undefined) return;
    current.set(name, { name, pid, identity });
    // As a whole: a full disk must not leave an empty register behind.
    writeFileSync(`${file}.new`, JSON.stringify([...current.values()]), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }

  /** Ends the children that a dead supervisor left behind. Returns their names. */
  async function endLeftOvers(): Promise<readonly string[]> {
    const alive = readEntries(file).filter(isAlive);
    for (const { pid } of alive) signal(pid, 'SIGTERM');
    const deadline = Date.now() + leftOverGraceMs;
    while (alive.some(isAlive) && Date.now() < deadline) await delay(20);
    for (const entry of alive) if (isAlive(entry)) signal(entry.pid, 'SIGKILL');
    while (alive.some(isAlive)) await delay(20);
    return alive.map(({ name }) => name);
  }

  return { record, endLeftOvers };
}

/** Whether the child recorded under this name in a register's file is alive. */
export function isRunning(file: string, name: string): boolean {
  return readEntries(file).some((entry) => entry.name === name && isAlive(entry));
}

export type ChildRegister = ReturnType<typeof createChildRegister>;

function isAlive({ pid, identity }: Entry): boolean {
  return processIdentity(pid) === identity;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

function readEntries(file: string): readonly Entry[] {
  try {
    return Entries.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

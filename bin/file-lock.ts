import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { withPrivateFiles } from './private-files.ts';

export type Attempt =
  | { readonly status: 'held'; readonly release: () => void }
  /** The pid is 0 until the holder has written it. */
  | { readonly status: 'taken'; readonly pid: number };

/** SQLite's number for a disk that is full. */
export const sqliteFull = 13;

/** A database to which nothing refers is closed by the garbage collection, and its lock ends. */
const held = new Set<DatabaseSync>();

const codeOf = (error: unknown) => (error as { readonly errcode?: number }).errcode;

/**
 * Takes the lock represented by this file, unless another process holds it. SQLite uses a lock of the operating system,
 * which ends with its process, so there are no stale locks. Throws where the disk is full.
 */
export function tryLock(file: string): Attempt {
  return withPrivateFiles(() => tryPrivateLock(file));
}

function tryPrivateLock(file: string): Attempt {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (codeOf(error) === sqliteFull) throw error;
    return { status: 'taken', pid: readPid(file) };
  }
  try {
    writeFileSync(`${file}.pid`, String(process.pid));
  } catch (error) {
    // The lock would be held without an owner.
    database.close();
    throw error;
  }
  held.add(database);
  const release = () => {
    held.delete(database);
    database.close();
  };
  return { status: 'held', release };
}

/** Takes the lock, waiting for its holder; `onWaiting` is called once with the holder's pid. Rejects when aborted. */
export async function waitForLock(
  file: string,
  signal: AbortSignal | undefined,
  onWaiting: (pid: number) => void,
): Promise<Disposable> {
  for (let isFirst = true; ; isFirst = false) {
    const attempt = tryLock(file);
    if (attempt.status === 'held') return { [Symbol.dispose]: attempt.release };
    if (isFirst) onWaiting(attempt.pid);
    await delay(500, undefined, { signal });
  }
}

function readPid(file: string): number {
  try {
    return Number.parseInt(readFileSync(`${file}.pid`, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

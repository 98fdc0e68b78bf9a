import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly identity: string | undefined;
}

type Attempt =
  | { readonly status: 'held'; readonly release: () => Promise<void> }
  | { readonly status: 'taken'; readonly pid: number };

/** Takes the lock that this file stands for, unless a living process holds it. One left by a dead process is taken over. */
export async function tryLock(file: string): Promise<Attempt> {
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      // A link appears whole or not at all: nobody reads half a lock.
      if (await linked(draft, file)) return { status: 'held', release: () => release(file, mine) };
      const text = await readFile(file, 'utf8').catch(() => '');
      const holder = parseHolder(text);
      if (holder !== undefined && isAlive(holder)) return { status: 'taken', pid: holder.pid };
      await removeStale(file, text);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Takes the lock, waiting for a living holder; `onWaiting` hears its pid, once. Rejects when given up by the signal. */
export async function waitForLock(
  file: string,
  signal: AbortSignal | undefined,
  onWaiting: (pid: number) => void,
): Promise<AsyncDisposable> {
  for (let isFirst = true; ; isFirst = false) {
    const attempt = await tryLock(file);
    if (attempt.status === 'held') return { [Symbol.asyncDispose]: attempt.release };
    if (isFirst) onWaiting(attempt.pid);
    await delay(500, undefined, { signal });
  }
}

function linked(draft: string, file: string): Promise<boolean> {
  return link(draft, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

function isAlive({ pid, identity }: Holder): boolean {
  return processIdentity(pid) === identity;
}

/** Moves the lock away and looks at what was moved: another process may have taken it over in the meantime. */
async function removeStale(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const isMoved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if ((await readFile(aside, 'utf8')) !== stale) await linked(aside, file);
  await rm(aside, { force: true });
}

async function release(file: string, mine: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === mine) await rm(file, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Holder;
    return Number.isInteger(pid) && pid > 0 && identity !== undefined ? { pid, identity } : undefined;
  } catch {
    return undefined;
  }
}

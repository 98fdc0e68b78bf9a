import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { waitForLock } from '../file-lock.ts';
import type { SetUp } from './set-up.ts';

/** A folder for a program of ours: outside the clone and named after its version, so that other clones find it. */
export function ownFolder(name: string): string {
  const cache = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  return path.join(cache, 'reveille', name);
}

/** Held by one process of this machine at a time, while it gets what belongs into the folder; others wait. */
export async function lockFolder(folder: string, what: string, { log, signal }: SetUp): Promise<Disposable> {
  await mkdir(path.dirname(folder), { recursive: true });
  return await waitForLock(`${folder}.lock`, signal, (pid) =>
    log(`Process ${pid} is getting ${what} already: waiting for it.`),
  );
}

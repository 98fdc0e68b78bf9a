import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the entries of a folder that were last changed before `beforeMs`. Resolves to how many those were. */
export async function sweepFolders(root: string, beforeMs: number): Promise<number> {
  const names = await readdir(root).catch(ignoreMissing);
  const removed = await Promise.all((names ?? []).map((name) => sweepOne(join(root, name), beforeMs)));
  return removed.filter(Boolean).length;
}

async function sweepOne(path: string, beforeMs: number): Promise<boolean> {
  const entry = await stat(path).catch(ignoreMissing);
  if (!entry || entry.mtimeMs >= beforeMs) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

/** Another process may sweep at the same time. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

import { cp, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { startRedis } from '../embedded/redis.ts';
import { replicateRedis } from '../embedded/replicate-redis.ts';
import { workspaceTokenFile } from '../supervisor/data-folder.ts';
import { adminTokenFile, masterKeysFile } from '../supervisor/resolve-startup.ts';
import { runningRedisUrl } from '../supervisor/running-redis.ts';
import { openWork, type OpenRun } from './open-runs.ts';

const database = 'temporal.db';
const secrets = [masterKeysFile, adminTokenFile, workspaceTokenFile];

/**
 * Copies a data folder, whose service may be running, into an empty one; nothing of the source is changed. Gives the runs that
 * were under way. Temporal comes first: a Redis that is newer heals.
 */
export async function copyData(source: string, copy: string): Promise<readonly OpenRun[]> {
  const runningUrl = await runningRedisUrl(source);
  await copyDatabase(source, copy, runningUrl !== undefined);
  if (runningUrl === undefined)
    await cp(path.join(source, 'redis'), path.join(copy, 'redis'), { recursive: true });
  for (const name of secrets) await cp(path.join(source, name), path.join(copy, name)).catch(ignoreMissing);
  const redis = await startRedis({ dataDir: copy, log: () => undefined, endsWithUs: true });
  try {
    if (runningUrl !== undefined) await replicateRedis(redis.url, runningUrl);
    return await openWork(redis.url);
  } finally {
    await redis.stop();
    await linkTree(path.join(source, 'blobs'), path.join(copy, 'blobs'));
  }
}

/** Temporal writes to it meanwhile: the copy is its state at one moment. */
async function copyDatabase(source: string, copy: string, isRunning: boolean): Promise<void> {
  if (isRunning) {
    using live = new DatabaseSync(path.join(source, database), { readOnly: true });
    await backup(live, path.join(copy, database), { rate: 10_000 });
    return;
  }
  for (const name of [database, `${database}-wal`])
    await cp(path.join(source, name), path.join(copy, name)).catch(ignoreMissing);
}

/**
 * A blob is never written in place: it is replaced or removed under its name. So the copy shares the files of the source, keeps
 * what it writes to itself, and what it deletes is gone from the copy alone.
 */
async function linkTree(source: string, copy: string): Promise<void> {
  const entries = (await readdir(source, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  if (entries.length > 0) await mkdir(copy, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const [from, to] = [path.join(source, entry.name), path.join(copy, entry.name)];
    if (entry.isDirectory()) await linkTree(from, to);
    // Another disk has no links to this one.
    else await link(from, to).catch(async () => await cp(from, to).catch(ignoreMissing));
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

import { cp, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { childRegisterFile, isRunning } from '../supervisor/child-register.ts';
import { workspaceTokenFile } from '../supervisor/data-folder.ts';
import { adminTokenFile, masterKeysFile } from '../supervisor/resolve-startup.ts';
import { copyRedis, type RedisSource } from './copy-redis.ts';
import type { OpenRun } from './open-runs.ts';

const database = 'temporal.db';
const secrets = [masterKeysFile, adminTokenFile, workspaceTokenFile];

/** The data that a drill is about; only read. */
export interface Source {
  /** The folder with the secrets, and with whatever no server of one's own has. */
  readonly dataDir: string;
  readonly redis: RedisSource;
  /** Its database is a file of the data folder. */
  readonly isEmbeddedTemporal: boolean;
  /** Blobs are files of the data folder. */
  readonly hasFolderBlobs: boolean;
}

/** Copies data into an empty folder. Gives the runs that were under way. Temporal comes first: a Redis that is newer heals. */
export async function copyData(source: Source, copy: string): Promise<readonly OpenRun[]> {
  const { dataDir, redis, isEmbeddedTemporal, hasFolderBlobs } = source;
  if (isEmbeddedTemporal) await copyDatabase(dataDir, copy);
  for (const name of secrets) await cp(path.join(dataDir, name), path.join(copy, name)).catch(ignoreMissing);
  try {
    return await copyRedis(redis, copy);
  } finally {
    if (hasFolderBlobs) await linkTree(path.join(dataDir, 'blobs'), path.join(copy, 'blobs'));
  }
}

/** Temporal writes to it meanwhile: the copy is its state at one moment. */
async function copyDatabase(source: string, copy: string): Promise<void> {
  if (isRunning(path.join(source, childRegisterFile), 'temporal')) {
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

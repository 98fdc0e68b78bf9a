import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { onTestFinished } from 'vitest';

/** A folder for the test that asks for it: gone when the test passed, there to be looked at when it failed. */
export async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return folder;
}

/** A folder for the data of a start. */
export function newDataDir(): Promise<string> {
  return temporaryFolder('reveille-start-');
}

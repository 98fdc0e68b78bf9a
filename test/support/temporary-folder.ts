import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, onTestFinished } from 'vitest';

/**
 * A folder for the test that asks for it: gone when the test passed, there to be looked at when it failed. A concurrent
 * test gives the `onTestFinished` of its context.
 */
export async function temporaryFolder(prefix: string, onFinished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  onFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return folder;
}

/** A folder for all tests of a file or `describe`, from their `beforeAll` on: gone after the last one. */
export function folderOfFile(prefix: string): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), prefix));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return () => folder;
}

/** A folder for the data of a start. */
export function newDataDir(onFinished = onTestFinished): Promise<string> {
  return temporaryFolder('reveille-start-', onFinished);
}

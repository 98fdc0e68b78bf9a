import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { fileOfRelease, readOfRelease } from '#test/support/releases.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';
import type { StoredFolder } from './record-data-folder.ts';

/** A copy of the data folder that a release left, and the token of its workspace. */
export async function unpackFolder(release: string) {
  const dataDir = await newDataDir();
  await promisify(execFile)('tar', ['-xzf', fileOfRelease(release, 'data.tar.gz'), '-C', dataDir]);
  const content = await readOfRelease<StoredFolder>(release, 'data.json');
  const token = (await readFile(path.join(dataDir, 'workspace-token'), 'utf8')).trim();
  return { dataDir, token, ...content };
}

import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { vi } from 'vitest';

import { temporaryFolder } from './temporary-folder.ts';

/**
 * A machine with only these programs, each a shell script that finds the folder in $HERE. The test that makes one unstubs
 * the environment behind it.
 */
export async function machineWith(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder('reveille-machine-');
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
  vi.stubEnv('HERE', folder);
  return folder;
}

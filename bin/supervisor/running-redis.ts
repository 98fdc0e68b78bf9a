import path from 'node:path';
import { childRegisterFile, isRunning } from './child-register.ts';
import { readTrimmed } from './data-folder.ts';

/** The file with the address of a data folder's embedded Redis, whose port changes with each start. */
export const redisUrlFile = 'redis-url';

/** The URL of the embedded Redis that uses this data folder, for programs beside the service; undefined when none runs. */
export async function runningRedisUrl(dataDir: string): Promise<string | undefined> {
  if (!isRunning(path.join(dataDir, childRegisterFile), 'redis')) return undefined;
  return await readTrimmed(path.join(dataDir, redisUrlFile));
}

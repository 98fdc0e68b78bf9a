import path from 'node:path';
import { childRegisterFile, isRunning } from './child-register.ts';
import { readTrimmed } from './data-folder.ts';

/** The file that says where the embedded Redis of a data folder listens: its port is another one at each start. */
export const redisUrlFile = 'redis-url';

/** The URL of the embedded Redis that runs on this data folder, for a program beside the service; undefined when none does. */
export async function runningRedisUrl(dataDir: string): Promise<string | undefined> {
  if (!isRunning(path.join(dataDir, childRegisterFile), 'redis')) return undefined;
  return await readTrimmed(path.join(dataDir, redisUrlFile));
}

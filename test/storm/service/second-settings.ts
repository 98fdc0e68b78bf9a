import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { redisUrlFile } from '#bin/supervisor/running-redis.ts';
import { adminTokenFile, masterKeysFile } from '#bin/supervisor/resolve-startup.ts';

/** The settings by which a second start works on the Redis and the Temporal of the first one. */
export async function settingsOfSecond(dataDir: string, temporalPid: number) {
  const read = async (name: string) => (await readFile(path.join(dataDir, name), 'utf8')).trim();
  return {
    REDIS_URL: await read(redisUrlFile),
    TEMPORAL_ADDRESS: `127.0.0.1:${portOfTemporal(temporalPid)}`,
    ADMIN_TOKEN: await read(adminTokenFile),
    MASTER_KEYS: await read(masterKeysFile),
  };
}

/** The start tells it only to its own processes. */
export function portOfTemporal(pid: number): string {
  const command = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  const port = / --port (\d+)/.exec(command)?.[1];
  if (port === undefined) throw new Error(`Process ${pid} is not a Temporal server: ${command}`);
  return port;
}

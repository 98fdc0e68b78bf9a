import path from 'node:path';
import { readConfig } from '#platform/config.ts';
import type { MasterKey } from '#store/secret/vault.ts';
import { SetupError } from '../setup-error.ts';
import { readTrimmed } from '../supervisor/data-folder.ts';
import { runningRedisUrl } from '../supervisor/running-redis.ts';
import { masterKeysFile } from '../supervisor/resolve-startup.ts';

interface RotationSettings {
  readonly redisUrl: string;
  readonly masterKeys: readonly MasterKey[];
}

/**
 * Redis and the master keys: those of the environment, else those of the service on DATA_DIR. Throws
 * {@link SetupError} if there is neither.
 */
export async function rotationSettings(
  env: Readonly<Record<string, string | undefined>>,
): Promise<RotationSettings> {
  const dataDir = path.resolve(readConfig(env).DATA_DIR);
  const keptKeys = path.join(dataDir, masterKeysFile);
  const { REDIS_URL, MASTER_KEYS } = readConfig({
    ...env,
    REDIS_URL: env['REDIS_URL']?.trim() || (await runningRedisUrl(dataDir)),
    MASTER_KEYS: env['MASTER_KEYS']?.trim() || (await readTrimmed(keptKeys)),
  });
  if (REDIS_URL === undefined) {
    throw new SetupError(
      `No Redis of Reveille runs on ${dataDir}. Start it there with "npm start", name its folder in DATA_DIR, ` +
        'or set REDIS_URL as it is set for the service.',
    );
  }
  if (MASTER_KEYS === undefined) {
    throw new SetupError(
      `There is no ${keptKeys}. Set MASTER_KEYS as it is set for the service, the new key first.`,
    );
  }
  return { redisUrl: REDIS_URL, masterKeys: MASTER_KEYS };
}

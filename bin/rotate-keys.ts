import { ConfigError } from '#platform/config.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { readEnvFile } from './read-env-file.ts';
import { rotate } from './rotate-keys/rotate.ts';
import { rotationSettings } from './rotate-keys/settings.ts';
import { SetupError } from './setup-error.ts';
import { checkOwnRedis } from './supervisor/own-redis.ts';

// Append the new key to the master keys and restart every process; move it to the front and restart again; run this, and
// remove the keys that it no longer lists.
try {
  readEnvFile();
  const { redisUrl, masterKeys } = await rotationSettings(process.env);
  // The store's connection would retry an unavailable server forever.
  await checkOwnRedis(redisUrl);
  const redis = await connectRedis(redisUrl, (error) => console.error(error.message));
  const isDone = await rotate({ redis, masterKeys, say: (sentence) => console.log(sentence) });
  process.exit(isDone ? 0 : 1);
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof SetupError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}

import { SetupError } from '../setup-error.ts';
import { installRedis } from './install-redis.ts';
import { onPath } from './on-path.ts';
import type { SetUp } from './set-up.ts';

/** Valkey is the same server under another name; some distributions ship only that. */
const names = ['redis-server', 'valkey-server'];

/** The path of a Redis server, installed by the system's package manager where there is none. Throws {@link SetupError}. */
export async function findRedis(setUp: SetUp): Promise<string> {
  const found = await firstOnPath();
  if (found !== undefined) return found;
  const refusal = await installRedis(setUp);
  const installed = await firstOnPath();
  if (installed !== undefined) return installed;
  throw new SetupError(
    `Redis is missing: ${refusal ?? 'the package was installed, but redis-server is not on the PATH'}. ` +
      'Install a Redis server (Debian, Ubuntu: sudo apt-get install redis-server; macOS: brew install redis), ' +
      'or name a running one in REDIS_URL.',
  );
}

async function firstOnPath(): Promise<string | undefined> {
  for (const name of names) {
    const file = await onPath(name);
    if (file !== undefined) return file;
  }
  return undefined;
}

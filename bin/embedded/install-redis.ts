import type { SetUp } from './set-up.ts';
import { installPackage, type SystemPackage } from './system-package.ts';

const redis: SystemPackage = {
  title: 'Redis',
  program: 'redis-server',
  names: { 'apt-get': 'redis-server', dnf: 'redis', apk: 'redis', brew: 'redis' },
  service: 'redis-server',
};

/** Installs a Redis server if we may. Returns why that was not possible, or undefined. */
export async function installRedis(setUp: SetUp): Promise<string | undefined> {
  const installation = await installPackage(redis, setUp);
  return installation.kind === 'refused' ? installation.problem : undefined;
}

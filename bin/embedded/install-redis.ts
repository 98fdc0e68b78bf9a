import which from 'which';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';
import { installPackage, type SystemPackage } from './system-package.ts';

const redis: SystemPackage = {
  title: 'Redis',
  program: 'redis-server',
  names: { 'apt-get': 'redis-server', dnf: 'redis', apk: 'redis', brew: 'redis' },
};

/** A package may start a service on port 6379. We run our own server, so a newly started service is stopped. */
const stopService: readonly (readonly string[])[] = [
  ['systemctl', 'disable', '--now', 'redis-server'],
  ['service', 'redis-server', 'stop'],
];

/** Installs a Redis server if we may. Returns why that was not possible, or undefined. */
export async function installRedis(setUp: SetUp): Promise<string | undefined> {
  const installation = await installPackage(redis, setUp);
  if (installation.kind === 'refused') return installation.problem;
  for (const command of stopService) {
    const [program = ''] = command;
    if (await which(program, { nothrow: true }))
      await runQuietly([...installation.rootPrefix, ...command], { timeoutMs: 30_000 });
  }
  return undefined;
}

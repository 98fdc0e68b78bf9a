import { userInfo } from 'node:os';
import { onPath } from './on-path.ts';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

interface PackageManager {
  /** The program whose presence tells that this is the system's package manager. */
  readonly program: string;
  readonly needsRoot: boolean;
  readonly commands: readonly (readonly string[])[];
}

const packageManagers: readonly PackageManager[] = [
  {
    program: 'apt-get',
    needsRoot: true,
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '--yes', '--no-install-recommends', 'redis-server'],
    ],
  },
  { program: 'dnf', needsRoot: true, commands: [['dnf', 'install', '--assumeyes', 'redis']] },
  { program: 'apk', needsRoot: true, commands: [['apk', 'add', '--no-cache', 'redis']] },
  { program: 'brew', needsRoot: false, commands: [['brew', 'install', 'redis']] },
];

/** A package may start a service on port 6379. We start our own server: what was not there before is ended. */
const stopService: readonly (readonly string[])[] = [
  ['systemctl', 'disable', '--now', 'redis-server'],
  ['service', 'redis-server', 'stop'],
];

const installTimeoutMs = 10 * 60_000;

/** Installs a Redis server where we are allowed to. Gives back why that was not possible, or undefined. */
export async function installRedis({ log, signal }: SetUp): Promise<string | undefined> {
  const manager = await presentManager();
  if (manager === undefined)
    return 'there is no redis-server on the PATH and no package manager that we know';
  const prefix = manager.needsRoot ? await rootPrefix() : [];
  if (prefix === undefined)
    return `there is no redis-server on the PATH, and ${manager.program} needs root or sudo without a password`;
  log(`Redis is missing: installing it with ${manager.program}.`);
  for (const command of manager.commands) {
    const result = await runQuietly([...prefix, ...command], {
      timeoutMs: installTimeoutMs,
      signal,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      onStillRunning: (seconds) => log(`Still running: ${command.join(' ')} (${seconds} s).`),
    });
    if (!result.ok) return `"${command.join(' ')}" failed: ${result.lastLines}`;
  }
  for (const command of stopService) {
    const [program = ''] = command;
    if (await onPath(program)) await runQuietly([...prefix, ...command], { timeoutMs: 30_000 });
  }
  return undefined;
}

async function presentManager(): Promise<PackageManager | undefined> {
  for (const manager of packageManagers) if (await onPath(manager.program)) return manager;
  return undefined;
}

/** What to put before a command so that it runs as root, or undefined where we may not. */
async function rootPrefix(): Promise<readonly string[] | undefined> {
  if (userInfo().uid === 0) return [];
  if ((await onPath('sudo')) === undefined) return undefined;
  const probe = await runQuietly(['sudo', '--non-interactive', 'true'], { timeoutMs: 10_000 });
  return probe.ok ? ['sudo', '--non-interactive'] : undefined;
}

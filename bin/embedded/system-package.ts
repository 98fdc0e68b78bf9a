import { userInfo } from 'node:os';
import which from 'which';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

/** A program and the name of its package for each package manager. */
export interface SystemPackage {
  /** The missing program: the beginning of a sentence. */
  readonly title: string;
  readonly program: string;
  readonly names: Readonly<Partial<Record<PackageManagerName, string>>>;
  /** The service that the package may start, which is stopped: we run servers of our own. */
  readonly service?: string;
}

type PackageManagerName = 'apt-get' | 'dnf' | 'apk' | 'brew';

interface PackageManager {
  readonly needsRoot: boolean;
  readonly commands: (name: string) => readonly (readonly string[])[];
}

/** In search order; the first one found is the system's. */
const packageManagers: Readonly<Record<PackageManagerName, PackageManager>> = {
  'apt-get': {
    needsRoot: true,
    commands: (name) => [
      ['apt-get', 'update'],
      ['apt-get', 'install', '--yes', '--no-install-recommends', name],
    ],
  },
  dnf: { needsRoot: true, commands: (name) => [['dnf', 'install', '--assumeyes', name]] },
  apk: { needsRoot: true, commands: (name) => [['apk', 'add', '--no-cache', name]] },
  brew: { needsRoot: false, commands: (name) => [['brew', 'install', name]] },
};

const installTimeoutMs = 10 * 60_000;

type Installation = { readonly kind: 'installed' } | { readonly kind: 'refused'; readonly problem: string };

const refused = (problem: string): Installation => ({ kind: 'refused', problem });

export async function installPackage(wanted: SystemPackage, { log, signal }: SetUp): Promise<Installation> {
  const { title, program, names, service } = wanted;
  const manager = await presentManager();
  const name = manager && names[manager];
  if (manager === undefined || name === undefined)
    return refused(`there is no ${program} on the PATH and no package manager that we know`);
  const { needsRoot, commands } = packageManagers[manager];
  const prefix = needsRoot ? await rootPrefix() : [];
  if (prefix === undefined)
    return refused(
      `there is no ${program} on the PATH, and ${manager} needs root or sudo without a password`,
    );
  log(`${title} is missing: installing it with ${manager}.`);
  for (const command of commands(name)) {
    const result = await runQuietly([...prefix, ...command], {
      timeoutMs: installTimeoutMs,
      signal,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      onStillRunning: (seconds) => log(`Still running: ${command.join(' ')} (${seconds} s).`),
    });
    if (!result.ok) return refused(`"${command.join(' ')}" failed: ${result.lastLines}`);
  }
  if (service !== undefined) await stopService(service, prefix);
  return { kind: 'installed' };
}

/** Installs a program of the tests if it is missing; those that need it are skipped without it, which the report shows. */
export async function installForTests(wanted: SystemPackage, setUp: SetUp): Promise<void> {
  if (await which(wanted.program, { nothrow: true })) return;
  const installation = await installPackage(wanted, setUp);
  if (installation.kind === 'installed') return;
  setUp.log(`${wanted.title} is missing: ${installation.problem}. Without it its tests are skipped.`);
}

async function stopService(name: string, prefix: readonly string[]): Promise<void> {
  for (const command of [
    ['systemctl', 'disable', '--now', name],
    ['service', name, 'stop'],
  ] as const)
    if (await which(command[0], { nothrow: true }))
      await runQuietly([...prefix, ...command], { timeoutMs: 30_000 });
}

async function presentManager(): Promise<PackageManagerName | undefined> {
  for (const name of Object.keys(packageManagers) as PackageManagerName[])
    if (await which(name, { nothrow: true })) return name;
  return undefined;
}

/** The prefix that makes a command run as root; undefined if we may not. */
async function rootPrefix(): Promise<readonly string[] | undefined> {
  if (userInfo().uid === 0) return [];
  if ((await which('sudo', { nothrow: true })) === null) return undefined;
  const probe = await runQuietly(['sudo', '--non-interactive', 'true'], { timeoutMs: 10_000 });
  return probe.ok ? ['sudo', '--non-interactive'] : undefined;
}

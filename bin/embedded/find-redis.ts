import which from 'which';
import { SetupError } from '../setup-error.ts';
import { versionProblem } from './redis-version.ts';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';
import { installPackage, type SystemPackage } from './system-package.ts';

/** Valkey is a compatible fork; some distributions only ship that. */
const names = ['redis-server', 'valkey-server'];

/** The path of a Redis server, installed by the system's package manager if there is none. Throws {@link SetupError}. */
export async function findRedis(setUp: SetUp): Promise<string> {
  const found = await firstOnPath();
  if (found.file !== undefined) return found.file;
  const refusal = found.problem ?? (await installRedis(setUp));
  const installed = await firstOnPath();
  if (installed.file !== undefined) return installed.file;
  const problem =
    refusal ?? installed.problem ?? 'the package was installed, but redis-server is not on the PATH';
  throw new SetupError(
    `Redis is missing: ${problem}. ` +
      'Install a Redis server, 6.2 or newer (Debian, Ubuntu: sudo apt-get install redis-server; macOS: brew install redis), ' +
      'or name a running one in REDIS_URL.',
  );
}

interface Found {
  readonly file?: string;
  /** Why an installed server cannot be used; the package manager would only install the same version again. */
  readonly problem?: string;
}

async function firstOnPath(): Promise<Found> {
  let problem: string | undefined;
  for (const name of names) {
    const file = await which(name, { nothrow: true });
    if (file === null) continue;
    const { output } = await runQuietly([file, '--version'], { timeoutMs: 10_000 });
    const objection = versionProblem(output);
    if (objection === undefined) return { file };
    problem = `${file} cannot be used: ${objection}`;
  }
  return problem === undefined ? {} : { problem };
}

const redis: SystemPackage = {
  title: 'Redis',
  program: 'redis-server',
  names: { 'apt-get': 'redis-server', dnf: 'redis', apk: 'redis', brew: 'redis' },
  service: 'redis-server',
};

/** Installs a Redis server if we may. Returns why that was not possible, or undefined. */
async function installRedis(setUp: SetUp): Promise<string | undefined> {
  const installation = await installPackage(redis, setUp);
  return installation.kind === 'refused' ? installation.problem : undefined;
}

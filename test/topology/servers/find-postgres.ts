import { readdir } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { SetupError } from '#bin/setup-error.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';
import { installPackage, type SystemPackage } from '#bin/embedded/system-package.ts';

const postgres: SystemPackage = {
  title: 'PostgreSQL',
  program: 'postgres',
  names: { 'apt-get': 'postgresql', brew: 'postgresql' },
  service: 'postgresql',
};

/** Debian keeps the programs of each version here, and not on the PATH. */
const debianFolder = '/usr/lib/postgresql';

/** The folder with `postgres` and `initdb`, installed by the system's package manager if there is none. Throws {@link SetupError}. */
export async function findPostgres(setUp: SetUp): Promise<string> {
  const found = await presentPostgres();
  if (found !== undefined) return found;
  const installation = await installPackage(postgres, setUp);
  const installed = await presentPostgres();
  if (installed !== undefined) return installed;
  const problem = installation.kind === 'refused' ? installation.problem : 'the package has no initdb';
  throw new SetupError(`PostgreSQL is missing: ${problem}.`);
}

async function presentPostgres(): Promise<string | undefined> {
  const onPath = await which('initdb', { nothrow: true });
  if (onPath !== null) return path.dirname(onPath);
  const versions = await readdir(debianFolder).catch(() => []);
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const folder = path.join(debianFolder, version, 'bin');
    if (await which(path.join(folder, 'initdb'), { nothrow: true })) return folder;
  }
  return undefined;
}

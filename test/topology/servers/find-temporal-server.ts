import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { SetupError } from '#bin/setup-error.ts';
import { buildWithGo } from '#bin/embedded/build-with-go.ts';
import { lockFolder, ownFolder } from '#bin/embedded/find-temporal.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';

/** Also in go/go.mod beside this file and in docker-compose.yml. */
export const temporalServerVersion = '1.31.2';

const programs = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
} as const;

/**
 * A folder with Temporal's server and the tool for its SQL schemas, the programs of Temporal's images. Both are built with
 * Go on first use. Throws {@link SetupError}.
 */
export async function findTemporalServer({ log, signal }: SetUp): Promise<string> {
  const folder = ownFolder(`temporal-server-${temporalServerVersion}`);
  using _lock = await lockFolder(folder, "Temporal's server", { log, signal });
  for (const [name, from] of Object.entries(programs)) {
    const target = path.join(folder, name);
    if (await which(target, { nothrow: true })) continue;
    await rm(target, { force: true });
    await mkdir(folder, { recursive: true });
    const moduleFolder = path.join(import.meta.dirname, 'go');
    const problem = await buildWithGo({ title: name, moduleFolder, target, package: from, log, signal });
    if (problem !== undefined) throw new SetupError(`${name} is missing and could not be built: ${problem}.`);
  }
  return folder;
}

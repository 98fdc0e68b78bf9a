import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { SetupError } from '../setup-error.ts';
import { downloadTemporal } from './download-temporal.ts';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';
import { buildWithGo } from './build-with-go.ts';
import { homedir } from 'node:os';
import { waitForLock } from '../file-lock.ts';

/** Also set in bin/temporal/go.mod. */
export const temporalVersion = '1.8.2';
/** Older servers lack standalone activities, which PDF work uses. */
const oldestVersion = [1, 7] as const;

/**
 * The path of a suitable Temporal CLI: on the PATH, else our own copy, else downloaded, else built from source.
 * Throws {@link SetupError}.
 */
export async function findTemporal({ log, signal }: SetUp): Promise<string> {
  const installed = await which('temporal', { nothrow: true });
  if (installed !== null) {
    if (await isRecentEnough(installed)) return installed;
    log(`${installed} is older than ${oldestVersion.join('.')}: it is ignored.`);
  }
  const copy = ownCopy();
  if (!(await which(copy, { nothrow: true }))) await obtain(copy, { log, signal });
  return copy;
}

const ownCopy = () => path.join(ownFolder(`temporal-${temporalVersion}`), 'temporal');

/** Only one process on this machine does this at a time; others wait for its result. */
async function obtain(target: string, { log, signal }: SetUp): Promise<void> {
  const folder = path.dirname(target);
  using _lock = await lockFolder(folder, 'the Temporal CLI', { log, signal });
  if (await which(target, { nothrow: true })) return;
  await removeLeftOvers(folder);
  log(`The Temporal CLI is missing: downloading version ${temporalVersion}.`);
  if (await downloadTemporal({ target, version: temporalVersion, log, signal })) return;
  const refusal = await buildTemporal({ target, version: temporalVersion, log, signal });
  if (refusal === undefined) return;
  throw new SetupError(
    `The Temporal CLI is missing. It could not be downloaded; it could not be built either: ${refusal}. ` +
      `Install the Temporal CLI ${oldestVersion.join('.')} or newer on the PATH (macOS: brew install temporal; ` +
      'others: https://docs.temporal.io/cli), or Go 1.26 or newer so that it can be built here, ' +
      'or name a running server in TEMPORAL_ADDRESS.',
  );
}

/** Removes the remains of a killed build, up to gigabytes. Safe because we hold the lock. */
async function removeLeftOvers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

async function isRecentEnough(program: string): Promise<boolean> {
  const { output } = await runQuietly([program, '--version'], { timeoutMs: 10_000 });
  const [, major = 0, minor = 0] = (/version (\d+)\.(\d+)/.exec(output) ?? []).map(Number);
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}

interface Build extends SetUp {
  readonly target: string;
  readonly version: string;
}

const versionVariable = 'github.com/temporalio/cli/internal/temporalcli.Version';

/** Builds the CLI from the pinned module in bin/temporal. Returns why that was not possible, or undefined. */
const buildTemporal = ({ version, ...build }: Build): Promise<string | undefined> =>
  buildWithGo({
    ...build,
    title: 'the Temporal CLI, as there is no download here,',
    moduleFolder: path.join(import.meta.dirname, '../temporal'),
    package: 'github.com/temporalio/cli/cmd/temporal',
    linkerFlags: `-X ${versionVariable}=${version}`,
  });

/** A folder for a program of ours: outside the clone and named after its version, so that other clones find it. */
export function ownFolder(name: string): string {
  const cache = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  return path.join(cache, 'reveille', name);
}

/** Held by one process of this machine at a time, while it gets what belongs into the folder; others wait. */
export async function lockFolder(folder: string, what: string, { log, signal }: SetUp): Promise<Disposable> {
  await mkdir(path.dirname(folder), { recursive: true });
  return await waitForLock(`${folder}.lock`, signal, (pid) =>
    log(`Process ${pid} is getting ${what} already: waiting for it.`),
  );
}

import { mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { goEnvironment } from './go-environment.ts';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

interface Build extends SetUp {
  readonly target: string;
  readonly version: string;
}

/** Module and build cache together take seven; both are removed afterwards. */
const neededGigabytes = 9;
const timeoutMs = 45 * 60_000;
const moduleFolder = path.join(import.meta.dirname, '../temporal');
const versionVariable = 'github.com/temporalio/cli/internal/temporalcli.Version';

/** Builds the CLI from the pinned module in bin/temporal. Returns why that was not possible, or undefined. */
export async function buildTemporal({ target, version, log, signal }: Build): Promise<string | undefined> {
  const go = await which('go', { nothrow: true });
  if (go === null) return 'Go is not installed';
  const folder = path.dirname(target);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededGigabytes * 1e9)
    return `the build needs ${neededGigabytes} GB of free disk in ${folder}`;
  log(
    'There is no download here: building the Temporal CLI with Go. This takes some minutes, once on this machine.',
  );
  const temporary = await mkdtemp(path.join(folder, 'build-'));
  const binary = path.join(temporary, 'temporal');
  const flags = `-s -w -X ${versionVariable}=${version}`;
  const command = [go, 'build', '-v', '-trimpath', '-ldflags', flags, '-o', binary];
  try {
    const result = await runQuietly([...command, 'github.com/temporalio/cli/cmd/temporal'], {
      timeoutMs,
      signal,
      cwd: moduleFolder,
      env: goEnvironment(temporary),
      onStillRunning: (seconds, lastLine) =>
        log(`Still building the Temporal CLI (${seconds} s): ${lastLine}`),
    });
    if (!result.ok) return `go build failed: ${result.lastLines}`;
    await rename(binary, target);
    return undefined;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

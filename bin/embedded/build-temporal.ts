import { access, mkdir, mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { waitForLock } from '../pid-lock.ts';
import { onPath } from './on-path.ts';
import { runQuietly } from './run-quietly.ts';

interface Build {
  readonly target: string;
  readonly version: string;
  readonly log: (sentence: string) => void;
}

/** Module and build cache together take seven, both are removed afterwards. */
const neededBytes = 9e9;
const timeoutMs = 45 * 60_000;
const moduleFolder = path.join(import.meta.dirname, '../temporal');
const versionVariable = 'github.com/temporalio/cli/internal/temporalcli.Version';

/**
 * Builds the Temporal CLI from the pinned module in bin/temporal. Gives back why that was not possible, or undefined.
 * Only one process of this machine builds at a time; the others wait for its result.
 */
export async function buildTemporal({ target, version, log }: Build): Promise<string | undefined> {
  const go = await onPath('go');
  if (go === undefined) return 'Go is not installed';
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true });
  await using _lock = await waitForLock(`${folder}.lock`, (pid) =>
    log(`Process ${pid} is building the Temporal CLI already: waiting for it.`),
  );
  if (await exists(target)) return undefined;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededBytes)
    return `the build needs ${neededBytes / 1e9} GB of free disk in ${folder}`;
  const temporary = await mkdtemp(path.join(folder, 'build-'));
  try {
    log('Building the Temporal CLI with Go. This takes three to ten minutes, once on this machine.');
    const binary = path.join(temporary, 'temporal');
    const flags = `-s -w -X ${versionVariable}=${version}`;
    const command = [go, 'build', '-v', '-trimpath', '-ldflags', flags, '-o', binary];
    const result = await runQuietly([...command, 'github.com/temporalio/cli/cmd/temporal'], {
      timeoutMs,
      cwd: moduleFolder,
      env: buildEnvironment(temporary),
      onStillRunning: (seconds, lastLine) => log(`Still building Temporal (${seconds} s): ${lastLine}`),
    });
    if (!result.ok) return `go build failed: ${result.lastLines}`;
    await rename(binary, target);
    return undefined;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Caches of our own, writable so that they can be removed: the build leaves nothing behind in those of the user. */
function buildEnvironment(temporary: string): Record<string, string> {
  return {
    CGO_ENABLED: '0',
    GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=readonly -modcacherw`.trim(),
    GOWORK: 'off',
    GOCACHE: path.join(temporary, 'cache'),
    GOMODCACHE: path.join(temporary, 'modules'),
    GOTMPDIR: temporary,
  };
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

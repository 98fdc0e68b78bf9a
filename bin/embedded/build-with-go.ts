import { mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

interface Build extends SetUp {
  /** The program that is built: the end of a sentence. */
  readonly title: string;
  /** A folder with a `go.mod` that pins everything. */
  readonly moduleFolder: string;
  readonly target: string;
  readonly package: string;
  /** Beside those that leave out what debuggers need. */
  readonly linkerFlags?: string;
}

/** Module and build cache of Temporal's programs together take seven; both are removed afterwards. */
const neededGigabytes = 9;
const timeoutMs = 45 * 60_000;

/** Builds a program from a pinned module, with caches of its own. Returns why that was not possible, or undefined. */
export async function buildWithGo(build: Build): Promise<string | undefined> {
  const { title, target, log, signal } = build;
  const go = await which('go', { nothrow: true });
  if (go === null) return 'Go is not installed';
  const folder = path.dirname(target);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededGigabytes * 1e9)
    return `the build needs ${neededGigabytes} GB of free disk in ${folder}`;
  log(`Building ${title} with Go. This takes some minutes, once on this machine.`);
  const temporary = await mkdtemp(path.join(folder, 'build-'));
  const binary = path.join(temporary, path.basename(target));
  const flags = `-s -w ${build.linkerFlags ?? ''}`.trim();
  const command = [go, 'build', '-v', '-trimpath', '-ldflags', flags, '-o', binary, build.package];
  try {
    const result = await runQuietly(command, {
      timeoutMs,
      signal,
      cwd: build.moduleFolder,
      env: goEnvironment(temporary),
      onStillRunning: (seconds, lastLine) => log(`Still building ${title} (${seconds} s): ${lastLine}`),
    });
    if (!result.ok) return `go build failed: ${result.lastLines}`;
    await rename(binary, target);
    return undefined;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Separate caches, writable so that they can be removed; a build leaves the user's own unchanged. */
export function goEnvironment(temporary: string): Record<string, string> {
  return {
    CGO_ENABLED: '0',
    GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=readonly -modcacherw`.trim(),
    GOWORK: 'off',
    GOCACHE: path.join(temporary, 'cache'),
    GOMODCACHE: path.join(temporary, 'modules'),
    GOTMPDIR: temporary,
  };
}

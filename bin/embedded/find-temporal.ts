import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { SetupError } from '../setup-error.ts';
import { buildTemporal } from './build-temporal.ts';
import { downloadTemporal } from './download-temporal.ts';
import { onPath } from './on-path.ts';
import { runQuietly } from './run-quietly.ts';

/** What bin/temporal/go.mod names; a test compares the two. */
export const temporalVersion = '1.8.2';
/** Older servers have no standalone activities, which PDF and image work needs. */
const oldestVersion = [1, 7] as const;

/** Where our own copy of the CLI is kept: outside the clone, so that the next clone finds it. */
export function cachedTemporal(): string {
  const cache = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  return path.join(cache, 'reveille', `temporal-${temporalVersion}`, 'temporal');
}

/**
 * The path of a Temporal CLI that serves: on the PATH, else our own copy, else downloaded, else built from source.
 * Throws {@link SetupError}.
 */
export async function findTemporal(log: (sentence: string) => void): Promise<string> {
  const installed = await onPath('temporal');
  if (installed !== undefined) {
    if (await isRecentEnough(installed)) return installed;
    log(`${installed} is older than ${oldestVersion.join('.')}: it is passed over.`);
  }
  const cached = cachedTemporal();
  if (await exists(cached)) return cached;
  if (await downloadTemporal({ target: cached, version: temporalVersion, log })) return cached;
  const refusal = await buildTemporal({ target: cached, version: temporalVersion, log });
  if (refusal === undefined) return cached;
  throw new SetupError(
    `The Temporal CLI is missing: it could not be downloaded, and it could not be built: ${refusal}. ` +
      `Install the Temporal CLI ${oldestVersion.join('.')} or newer on the PATH (macOS: brew install temporal; ` +
      'others: https://docs.temporal.io/cli), or install Go 1.26 so that we can build it, ' +
      'or name a running server in TEMPORAL_ADDRESS.',
  );
}

async function isRecentEnough(program: string): Promise<boolean> {
  const { output } = await runQuietly([program, '--version'], { timeoutMs: 10_000 });
  const [, major = 0, minor = 0] = (/version (\d+)\.(\d+)/.exec(output) ?? []).map(Number);
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { promisify } from 'node:util';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { findTemporal } from '#bin/embedded/find-temporal.ts';

const execute = promisify(execFile);
const setUp = { log: (sentence: string) => console.error(sentence) };

/** The machine of a benchmark, and how busy it was with other work before: nothing that identifies it. */
export async function describeMachine(): Promise<string> {
  const [redis, temporal] = await Promise.all([findRedis(setUp), findTemporal(setUp)]);
  const [redisVersion, temporalVersion] = await Promise.all([
    versionOf(redis, /v=([\d.]+)/),
    versionOf(temporal, /Server ([\d.]+)/),
  ]);
  return (
    `${availableParallelism()} cores, Node ${process.versions.node}, Temporal ${temporalVersion} (embedded), ` +
    `Redis ${redisVersion}, load ${(loadavg()[0] ?? 0).toFixed(1)} before`
  );
}

async function versionOf(program: string, pattern: RegExp): Promise<string> {
  const { stdout } = await execute(program, ['--version']);
  return pattern.exec(stdout)?.[1] ?? 'of unknown version';
}

/** The commit that was measured, and whether files differ from it. */
export async function describeCommit(): Promise<string> {
  try {
    const { stdout: commit } = await execute('git', ['rev-parse', '--short', 'HEAD']);
    // The page itself does not count: a run rewrites it section by section.
    const changes = ['status', '--porcelain', '--', ':(top)', ':(top,exclude)docs'];
    const { stdout: changed } = await execute('git', changes);
    return changed === '' ? commit.trim() : `${commit.trim()} with changes`;
  } catch {
    return 'unknown';
  }
}

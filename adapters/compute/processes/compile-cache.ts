import { realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';

/** The first version pinned here whose processes can give up a right that they were started with. */
const dropsRights = [24, 21] as const;

function canDropRights(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > dropsRights[0] || (major === dropsRights[0] && minor >= dropsRights[1]);
}

/**
 * The folder of compiled code for processes of a kind, beside our own, so that they start in half of the time; undefined
 * if we keep none. Node takes only a folder that it may write to, so a process gives that right up before its first job.
 */
export function compileCacheFor(kind: string): string | undefined {
  const own = getCompileCacheDir();
  return own === undefined || !canDropRights() ? undefined : join(realpathSync(dirname(own)), kind);
}

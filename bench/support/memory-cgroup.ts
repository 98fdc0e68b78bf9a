import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = '/sys/fs/cgroup';

/** The control group of this process, and the names of its files, in either version. */
function ownGroup() {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const inFirst = lines.find((line) => /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:/.test(line));
  if (inFirst !== undefined) {
    const folder = path.join(root, 'memory', inFirst.split(':')[2] ?? '');
    return { folder, max: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' };
  }
  const folder = path.join(root, lines[0]?.split(':')[2] ?? '');
  return { folder, max: 'memory.max', peak: 'memory.peak' };
}

/** A control group that the kernel kills in when it takes more; null where none may be made here. */
export function memoryCgroup(name: string, bytesMax: number) {
  const own = ownGroup();
  const folder = path.join(own.folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    if (!existsSync(path.join(folder, own.max))) throw new Error('No limits can be set here');
    writeFileSync(path.join(folder, own.max), String(bytesMax));
  } catch {
    return null;
  }
  return {
    folder,
    /** Since its start. */
    peakBytes: () => Number(readFileSync(path.join(folder, own.peak), 'utf8')),
    /** Once its processes have ended. */
    remove: () => rmdirSync(folder),
  };
}

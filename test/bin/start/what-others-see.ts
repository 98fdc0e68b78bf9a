import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files below a folder that other users could read if they got into it. */
export function readableByOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) !== 0);
}

/** The parts of a process that other programs of a user, and partly other users, see. */
export const visibleOf = (pid: number) =>
  ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join();

import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Missing in the types of Node. */
interface Permission {
  drop(scope: 'fs.write', path: string): void;
}

/** Keeps what was compiled so far for the next process, and gives up the right to write it: hostile files come after. */
export function leaveCompiledCode(): void {
  // Undefined also where the folder that we were given cannot be written to.
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  flushCompileCache();
  (process.permission as unknown as Permission).drop('fs.write', dirname(folder));
}

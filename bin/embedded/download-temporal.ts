import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

interface Download extends SetUp {
  readonly target: string;
  readonly version: string;
}

const program = path.join(import.meta.dirname, 'fetch-temporal.ts');
const timeoutMs = 3 * 60_000;

/**
 * Has the Temporal SDK fetch the CLI, as it does for tests, in a separate process, because the SDK cannot abort a
 * download that hangs. Returns whether the file is there; a network that forbids the download fails immediately.
 */
export async function downloadTemporal({ target, version, log, signal }: Download): Promise<boolean> {
  const directory = await mkdtemp(path.join(path.dirname(target), 'download-'));
  const command = [process.execPath, program, version, directory];
  try {
    const { ok } = await runQuietly(command, {
      timeoutMs,
      signal,
      onStillRunning: (seconds) => log(`Still downloading the Temporal CLI (${seconds} s).`),
    });
    const [file] = ok ? await readdir(directory) : [];
    if (file === undefined) return false;
    await chmod(path.join(directory, file), 0o755);
    await rename(path.join(directory, file), target);
    return true;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

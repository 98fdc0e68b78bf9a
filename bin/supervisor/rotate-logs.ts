import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

const largestBytes = 10_000_000;

/** Renames large logs of earlier starts and removes those renamed before. */
export async function rotateLogs(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => candidate.endsWith('.log'))) {
    const file = path.join(folder, name);
    if ((await stat(file)).size > largestBytes) await rename(file, `${file}.old`);
  }
}

import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Disk {
  readonly folder: string;
  /** Leaves no byte free. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const size = '16g';

/**
 * A disk in memory of its own on a folder, which takes only what is written on it. The sentence that says why, if that is
 * not permitted.
 */
export async function mountDisk(folder: string): Promise<Disk | string> {
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'storm', folder]);
  } catch (error) {
    return `no disk of its own could be mounted (${(error as { stderr?: string }).stderr?.trim() || String(error)})`;
  }
  const resize = (to: string) => run('mount', ['-o', `remount,size=${to}`, folder]);

  /** It shrinks to what is used; a write in between makes the system refuse that, and it is tried again. */
  async function fill(): Promise<void> {
    for (;;) {
      const { blocks, bfree, bsize } = await statfs(folder);
      const isFull = await resize(String((blocks - bfree) * bsize)).then(
        () => true,
        () => false,
      );
      if (isFull) return;
    }
  }

  return {
    folder,
    fill,
    free: async () => void (await resize(size)),
    remove: async () => void (await run('umount', ['--lazy', folder])),
  };
}

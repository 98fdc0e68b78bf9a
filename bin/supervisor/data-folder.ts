import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopMs } from '#domain/stop-times.ts';
import { tryLock, type Attempt } from '../file-lock.ts';
import { SetupError } from '../setup-error.ts';

export interface DataFolder {
  readonly path: string;
  readonly file: (name: string) => string;
  /** The text of a file without blanks around it; undefined when there is none. */
  readonly read: (name: string) => Promise<string | undefined>;
  /** Replaces a file atomically; only its owner can read it. */
  readonly write: (name: string, text: string) => Promise<void>;
  readonly release: () => void;
}

/** The file that says where the running API is, for a second start on the same data; or that it is being stopped. */
export const addressFile = 'address';
export const stoppingMark = 'stopping';

/** The file that keeps the token of the workspace that the first start made. */
export const workspaceTokenFile = 'workspace-token';

/** An earlier start may just have been signalled and not have recorded yet that it is stopping. */
const noticeMs = 1_500;

/** Creates the folder and locks it for this process. Throws {@link SetupError} while another process uses it. */
export async function openDataFolder(directory: string): Promise<DataFolder> {
  const folder = path.resolve(directory);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const file = (name: string) => path.join(folder, name);
  const read = (name: string) => readTrimmed(file(name));
  const lock = await lockWhenStopped(file('lock'), () => read(addressFile));
  if (lock.status === 'taken') {
    const address = (await read(addressFile)) ?? 'still starting';
    throw new SetupError(
      `Reveille is already running on ${folder}: process ${lock.pid}, ${address}. ` +
        'Stop it first, or name another folder in DATA_DIR.',
    );
  }
  return { path: folder, file, read, write, release: lock.release };

  async function write(name: string, text: string): Promise<void> {
    const draft = file(`${name}.new`);
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
    await rename(draft, file(name));
  }
}

async function lockWhenStopped(
  file: string,
  readAddress: () => Promise<string | undefined>,
): Promise<Attempt> {
  const startedAt = Date.now();
  for (;;) {
    const attempt = tryLock(file);
    const isStopping = (await readAddress()) === stoppingMark;
    const isOver = Date.now() - startedAt > (isStopping ? stopMs : noticeMs);
    if (attempt.status === 'held' || isOver) return attempt;
    await delay(100);
  }
}

/** The text of a file without blanks around it; undefined when there is none. */
export async function readTrimmed(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { createDiskRoom, isDiskFull } from './disk-room.ts';

interface Waiting {
  readonly stop: AbortSignal;
  readonly say: (sentence: string) => void;
}

const pauseMs = 1_000;

/**
 * Opens the data folder, and waits while its disk is full: a start would end of the first file that it cannot write.
 * Undefined when it was stopped meanwhile. Throws {@link SetupError} where another process uses the folder.
 */
export async function openWithRoom(
  directory: string,
  { stop, say }: Waiting,
): Promise<DataFolder | undefined> {
  const meaning = 'The start waits until there is room.';
  const { untilRoom } = createDiskRoom(path.resolve(directory), say, meaning);
  while (!stop.aborted) {
    try {
      const data = await openDataFolder(directory);
      await untilRoom(stop);
      return data;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // A folder that is not there yet cannot be looked at.
      if (!(await untilRoom(stop))) await delay(pauseMs, undefined, { signal: stop }).catch(() => {});
    }
  }
  return undefined;
}

import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sqliteFull } from '../file-lock.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** More than our servers write at once, so that one which is started again does not die of its next write. */
const neededBytes = 16_000_000;
/** Finds a quota, which the system does not count as used up space. */
const probeBytes = 64_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export interface DiskRoom {
  /** Waits while the disk of the data folder is full. Gives back whether it was; resolves at the abort. */
  readonly untilRoom: (signal: AbortSignal) => Promise<boolean>;
}

/** Says once when the disk of a data folder is found full, with what it means, and once when there is room again. */
export function createDiskRoom(folder: string, say: (sentence: string) => void, meaning: string): DiskRoom {
  let isKnownFull = false;

  async function untilRoom(signal: AbortSignal): Promise<boolean> {
    if (await hasRoom(folder)) return false;
    tell(true, `The disk of ${folder} is full. ${meaning}`);
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await delay(pauseMs, undefined, { signal }).catch(() => {});
      if (!(await hasRoom(folder))) continue;
      tell(false, `There is room on the disk of ${folder} again.`);
      break;
    }
    return true;
  }

  function tell(isFull: boolean, sentence: string): void {
    if (isKnownFull !== isFull) say(sentence);
    isKnownFull = isFull;
  }

  return { untilRoom };
}

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  return fullCodes.has(code) || errcode === sqliteFull;
}

async function hasRoom(folder: string): Promise<boolean> {
  const probe = path.join(folder, 'disk-probe');
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < neededBytes) return false;
    await writeFile(probe, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
    return true;
  } catch (error) {
    return !isDiskFull(error);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { BackgroundProcess } from '../embedded/background-process.ts';
import { SetupError } from '../setup-error.ts';
import type { DiskRoom } from './disk-room.ts';

interface Settings extends DiskRoom {
  readonly say: (sentence: string) => void;
  /** Called with a message when a process died too often; nothing is restarted after that. */
  readonly onGivenUp: (error: SetupError) => void;
}

export interface KeptProcess<Process extends BackgroundProcess> {
  /** The first process; later ones listen on the same ports. */
  readonly first: Process;
  readonly stop: (graceMs: number) => Promise<void>;
}

const deathsMax = 5;
const windowMs = 60_000;
const backoffMs = (deaths: number) => Math.min(100 * 2 ** (deaths - 1), 5_000);

/**
 * Starts a process and restarts it whenever it dies, until it is stopped. A death while the disk is full does not
 * count: the next start waits for room. Rejects when the first start fails.
 */
export async function keepRunning<Process extends BackgroundProcess>(
  title: string,
  start: (previous: Process | undefined) => Promise<Process>,
  { say, onGivenUp, untilRoom }: Settings,
): Promise<KeptProcess<Process>> {
  const stopped = new AbortController();
  const first = await start(undefined);
  let current: Process = first;
  const watch = repair();
  return { first, stop };

  async function repair(): Promise<void> {
    let deaths: number[] = [];
    while (!stopped.signal.aborted) {
      const how = await current.exited;
      if (stopped.signal.aborted) return;
      do {
        const isExcused = await untilRoom(stopped.signal);
        const recent = deaths.filter((at) => at > Date.now() - windowMs);
        deaths = isExcused ? recent : [...recent, Date.now()];
        if (deaths.length > deathsMax) return onGivenUp(tooManyDeaths(title));
        if (!stopped.signal.aborted) say(`${title} ended (${how}); it is started again.`);
        await delay(backoffMs(deaths.length), undefined, { signal: stopped.signal }).catch(() => {});
        if (stopped.signal.aborted) return;
      } while (!(await startAgain()));
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      current = await start(current);
      say(`${title} runs again.`);
      return true;
    } catch (error) {
      if (!stopped.signal.aborted) say(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  async function stop(graceMs: number): Promise<void> {
    stopped.abort();
    await current.stop(graceMs);
    await watch;
    // A restart in progress when we stopped may have started another process.
    await current.stop(graceMs);
  }
}

function tooManyDeaths(title: string): SetupError {
  return new SetupError(`${title} ended more than ${deathsMax} times in a minute; everything is stopped.`);
}

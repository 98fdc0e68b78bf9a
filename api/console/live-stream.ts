import { Readable } from 'node:stream';

import type { LiveEvent } from '#contracts/live.ts';
import type { OnLiveEvent } from '#store/live/live.ts';

interface Options {
  /** Calls back with each change until the returned function is called. */
  readonly subscribe: (onEvent: OnLiveEvent) => () => void;
  /** The text of an event for a change. */
  readonly tell: (event: LiveEvent) => string | Promise<string>;
  /** Whether the session still stands; asked at each heartbeat. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Aborted when the process begins to stop, which does not wait for readers. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

/** So much may wait for a slow reader; then events are kept back, and the newest of each run counts. */
const bytesMax = 16_384;

/**
 * Live changes as server-sent events, until the reader, the session or the process goes away; `signed-out` at the end
 * of the session.
 */
export function liveStream({ subscribe, tell, isSignedIn, stopping, heartbeatMs }: Options): Readable {
  let isReleased = false;
  let resume: (() => void) | null = null;
  const goOn = () => {
    resume?.();
    resume = null;
  };
  const stream = new Readable({ read: goOn, highWaterMark: bytesMax });

  /** Resolves when there is room again. */
  function send(text: string): void | Promise<void> {
    if (isReleased || stream.push(text)) return;
    return new Promise((resolve) => (resume = resolve));
  }

  function end(): void {
    release();
    stream.push(null);
  }

  async function beat(): Promise<void> {
    // The reader took nothing since it was full: it is gone, or comes again.
    if (resume !== null) return void stream.destroy();
    const isOver = !(await isSignedIn().catch(() => true));
    if (isReleased) return;
    void send(isOver ? 'event: signed-out\ndata:\n\n' : ':\n\n');
    if (isOver) end();
  }

  const leave = subscribe(async (event) => await send(await tell(event)));
  const timer = setInterval(() => void beat(), heartbeatMs);
  function release(): void {
    isReleased = true;
    clearInterval(timer);
    stopping.removeEventListener('abort', end);
    leave();
    goOn();
  }
  stream.once('close', release);
  stopping.addEventListener('abort', end);
  // Headers leave with the first bytes.
  void send(':\n\n');
  if (stopping.aborted) end();
  return stream;
}

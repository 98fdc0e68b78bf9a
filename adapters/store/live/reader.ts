import type { LiveEvent } from '#contracts/live.ts';

/** May return a promise: later events wait until it resolves. */
export type OnLiveEvent = (event: LiveEvent) => void | Promise<void>;

/** So many runs may wait to be told to a slow reader; beyond that it is told to read everything again. */
const waitingMax = 256;

/**
 * Hands events to one reader, one at a time. While it is busy only the newest change of each run is kept. A
 * reader that throws gets nothing more.
 */
export function createReader(onEvent: OnLiveEvent, onFailure: (error: unknown) => void) {
  const waiting = new Map<string, LiveEvent>();
  let [isBusy, isClosed] = [false, false];

  function offer(event: LiveEvent): void {
    if (isClosed) return;
    const key = event.kind === 'resync' ? '' : event.deliveryId;
    if (event.kind === 'resync' || (waiting.size >= waitingMax && !waiting.has(key))) {
      waiting.clear();
      waiting.set('', { kind: 'resync' });
    } else {
      waiting.delete(key);
      waiting.set(key, event);
    }
    if (!isBusy) void handOn();
  }

  async function handOn(): Promise<void> {
    isBusy = true;
    try {
      for (const [key, event] of waiting) {
        waiting.delete(key);
        await onEvent(event);
      }
    } catch (error) {
      close();
      onFailure(error);
    } finally {
      isBusy = false;
    }
  }

  function close(): void {
    isClosed = true;
    waiting.clear();
  }

  return { offer, close };
}

export type Reader = ReturnType<typeof createReader>;

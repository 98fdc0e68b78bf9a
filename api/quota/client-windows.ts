import type { WindowCount } from '../../store/quota.ts';

interface Batch {
  requests: number;
  /** Somebody waits for it to be counted. */
  isAwaited: boolean;
  /** Tells how many requests were counted before this batch, once it is counted itself. */
  readonly counted: PromiseWithResolvers<number>;
}

/** The window of one client, as this process knows it. */
interface ClientWindow {
  /** Counted for sure; those under way and waiting come on top. */
  used: number;
  /** 0 while nothing is known. */
  endsAtMs: number;
  underWay: Batch | null;
  waiting: Batch | null;
  timer: NodeJS.Timeout | null;
}

interface ClientWindowsDeps {
  /** Adds requests to the counts that all processes share; null when those cannot be reached. */
  readonly countShared: (client: string, requests: number) => Promise<WindowCount | null>;
  readonly windowMs: number;
  /** A window with at most this many requests behind it is known well enough to be answered from memory. */
  readonly usedMaxFromMemory: number;
  readonly now: () => number;
}

/** How long requests that nobody waits for are gathered before they are counted. */
const gatherMs = 10;
/** Enough for any honest hour; beyond it the oldest windows are forgotten. */
const clientsMax = 50_000;

/**
 * Counts requests per client. Requests of one client that come while others are being counted are counted together, in
 * the order in which they came: one message for all. Far from the limit an answer does not wait for that. Where the
 * shared counts cannot be reached, this process counts on alone, from where the client stood.
 */
export function createClientWindows({ countShared, windowMs, usedMaxFromMemory, now }: ClientWindowsDeps) {
  const windows = new Map<string, ClientWindow>();

  function windowOf(client: string): ClientWindow {
    const known = windows.get(client);
    if (known !== undefined) return known;
    const window: ClientWindow = { used: 0, endsAtMs: 0, underWay: null, waiting: null, timer: null };
    windows.set(client, window);
    const oldest = windows.size > clientsMax ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
    return window;
  }

  function count(client: string, requests: 0 | 1): WindowCount | Promise<WindowCount> {
    const window = windowOf(client);
    const batch = (window.waiting ??= {
      requests: 0,
      isAwaited: false,
      counted: Promise.withResolvers<number>(),
    });
    batch.requests += requests;
    const place = batch.requests;
    const used = window.used + (window.underWay?.requests ?? 0) + place;
    const leftMs = window.endsAtMs - now();
    const isKnown = leftMs > 0 && used <= usedMaxFromMemory;
    batch.isAwaited ||= !isKnown;
    schedule(client, window);
    if (isKnown) return { used, leftMs };
    return batch.counted.promise.then((before) => ({
      used: before + place,
      leftMs: window.endsAtMs - now(),
    }));
  }

  function schedule(client: string, window: ClientWindow): void {
    if (window.waiting === null || window.underWay !== null) return;
    if (window.waiting.isAwaited) void countWaiting(client, window, window.waiting);
    else window.timer ??= setTimeout(gathered, gatherMs, client, window).unref();
  }

  function gathered(client: string, window: ClientWindow): void {
    window.timer = null;
    if (window.waiting !== null && window.underWay === null)
      void countWaiting(client, window, window.waiting);
  }

  async function countWaiting(client: string, window: ClientWindow, batch: Batch): Promise<void> {
    window.underWay = batch;
    window.waiting = null;
    const { used, leftMs } = (await countShared(client, batch.requests)) ?? alone(window, batch.requests);
    window.used = used;
    window.endsAtMs = now() + leftMs;
    window.underWay = null;
    batch.counted.resolve(used - batch.requests);
    schedule(client, window);
  }

  function alone({ used, endsAtMs }: ClientWindow, requests: number): WindowCount {
    const leftMs = endsAtMs - now();
    return leftMs > 0 ? { used: used + requests, leftMs } : { used: requests, leftMs: windowMs };
  }

  return { count };
}

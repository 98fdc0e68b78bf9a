import { remember } from './remember.ts';

/** Senders replace their signing keys now and then. */
const keptMs = 60 * 60 * 1000;
/** After a fetch that failed. */
const restMs = 30_000;
/** One that lacks a key is fetched again after so long. */
const freshMs = 60_000;
const keptMax = 200;

/** The text behind an address; rejects where there is none. */
export type FetchText = (url: string) => Promise<string>;

/** Keys that senders publish, fetched beside the deliveries that need them and kept for an hour. */
export function createPublishedKeys({
  fetchText,
  now = Date.now,
}: {
  readonly fetchText: FetchText;
  readonly now?: () => number;
}) {
  const kept = new Map<
    string,
    { readonly text: string | undefined; readonly at: number; readonly until: number }
  >();
  const fetching = new Map<string, Promise<void>>();

  const live = (url: string) => {
    const entry = kept.get(url);
    return entry !== undefined && entry.until > now() ? entry : undefined;
  };

  const get = (url: string): string | undefined => live(url)?.text;

  const isFresh = (url: string): boolean => now() - (kept.get(url)?.at ?? -Infinity) < freshMs;

  /** Fetches what is behind an address that a scheme allows, once at a time; never rejects. */
  function request(url: string): Promise<void> {
    const running = fetching.get(url);
    if (running !== undefined) return running;
    const entry = live(url);
    if (entry !== undefined && (entry.text === undefined || isFresh(url))) return Promise.resolve();
    const fetched = fetchText(url)
      .then(
        (text) => keep(url, text, keptMs),
        () => rest(url),
      )
      .finally(() => fetching.delete(url));
    fetching.set(url, fetched);
    return fetched;
  }

  /** Keys that are known go on when they cannot be fetched again. */
  function rest(url: string): void {
    const entry = live(url);
    if (entry?.text === undefined) keep(url, undefined, restMs);
    else keep(url, entry.text, entry.until - now());
  }

  function keep(url: string, text: string | undefined, forMs: number): void {
    remember(kept, url, { text, at: now(), until: now() + forMs }, keptMax);
  }

  return { get, isFresh, request };
}

export type KnownKeys = ReturnType<typeof createPublishedKeys>;

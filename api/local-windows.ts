import type { WindowCount } from '../store/quota.ts';

interface Window {
  used: number;
  readonly endsAtMs: number;
}

/** Enough for any honest hour; beyond it the oldest windows are forgotten. */
const clientsMax = 50_000;

/**
 * The windows of this process alone, for when the shared counts cannot be reached. `learn` keeps what was last seen
 * of the shared ones, so that a client does not get its requests back at that moment.
 */
export function createLocalWindows({ now }: { now: () => number }) {
  const windows = new Map<string, Window>();

  function current(client: string): Window | undefined {
    const window = windows.get(client);
    return window !== undefined && window.endsAtMs > now() ? window : undefined;
  }

  function keep(client: string, window: Window): void {
    windows.delete(client);
    windows.set(client, window);
    const oldest = windows.size > clientsMax ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
  }

  function learn(client: string, { used, leftMs }: WindowCount): void {
    keep(client, { used: Math.max(used, current(client)?.used ?? 0), endsAtMs: now() + leftMs });
  }

  function count(client: string, requests: 0 | 1, windowMs: number): WindowCount {
    const window = current(client) ?? { used: 0, endsAtMs: now() + windowMs };
    window.used += requests;
    if (requests > 0) keep(client, window);
    return { used: window.used, leftMs: window.endsAtMs - now() };
  }

  return { learn, count };
}

export interface WindowCount {
  readonly used: number;
  readonly leftMs: number;
}

interface LocalWindow {
  readonly used: number;
  readonly endsAtMs: number;
}

/** Enough keys for any honest hour: some 10 MB. Beyond it the oldest are forgotten. */
const keysMax = 50_000;

/** Fixed windows in the memory of this process. */
export function createLocalWindows({ windowSeconds }: { readonly windowSeconds: number }) {
  const windows = new Map<string, LocalWindow>();

  function put(key: string, used: number, leftMs: number): WindowCount {
    // A key that is set anew moves to the end.
    windows.delete(key);
    windows.set(key, { used, endsAtMs: performance.now() + leftMs });
    const [oldest] = windows.size > keysMax ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return { used, leftMs };
  }

  /** Null when no window of the key is open. */
  function get(key: string): WindowCount | null {
    const window = windows.get(key);
    const leftMs = window === undefined ? 0 : window.endsAtMs - performance.now();
    return window === undefined || leftMs <= 0 ? null : { used: window.used, leftMs };
  }

  function add(key: string): WindowCount {
    const { used, leftMs } = get(key) ?? { used: 0, leftMs: windowSeconds * 1_000 };
    return put(key, used + 1, leftMs);
  }

  return { get, add, set: (key: string, { used, leftMs }: WindowCount) => void put(key, used, leftMs) };
}

interface TargetSpeedOptions {
  /** An answer that takes longer is slow. */
  readonly slowMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A slow target is taken for one that answers at once again after this time. */
const rememberedMs = 10 * 60_000;
const targetsMax = 10_000;

/**
 * The targets that were slow lately, as this process saw them. A request to one that answers at once needs no step of its
 * own at Temporal; a slow one would block the workflow tasks of others.
 */
export function createTargetSpeed({ slowMs = 2_000, now = Date.now }: TargetSpeedOptions = {}) {
  /** Until when a target counts as slow, oldest first. */
  const slowUntilMs = new Map<string, number>();

  function noteSlow(target: string): void {
    slowUntilMs.delete(target);
    slowUntilMs.set(target, now() + rememberedMs);
    const [oldest] = slowUntilMs.keys();
    if (slowUntilMs.size > targetsMax && oldest !== undefined) slowUntilMs.delete(oldest);
  }

  /** Notes that the target is slow while the request is still under way. */
  async function watch<T>(target: string | null, request: () => Promise<T>): Promise<T> {
    if (target === null) return await request();
    const timer = setTimeout(noteSlow, slowMs, target);
    timer.unref();
    try {
      return await request();
    } finally {
      clearTimeout(timer);
    }
  }

  const isSlow = (target: string | null): boolean =>
    target !== null && (slowUntilMs.get(target) ?? 0) > now();

  return { watch, isSlow };
}

export type TargetSpeed = ReturnType<typeof createTargetSpeed>;

import type { AlertMemory } from '#contracts/alert-memory.ts';

/** An automation as a look at it finds it. Moments are epoch milliseconds. */
interface Watched {
  readonly isPaused: boolean;
  /** When its last delivery was accepted; null: none was. */
  readonly lastDeliveryMs: number | null;
  readonly watchedSinceMs: number;
  readonly nowMs: number;
}

type SilenceMemory = Extract<AlertMemory, { kind: 'silence' }>;

interface SilenceJudgement {
  readonly memory: SilenceMemory;
  /** Since when nothing came, where that is told now. */
  readonly silentSinceMs: number | null;
}

/** Judges whether nothing came for too long. A pause does not count, and a delivery begins it anew. */
export function judgeSilence(
  { minutes }: { readonly minutes: number },
  memory: AlertMemory | null,
  watched: Watched,
): SilenceJudgement {
  const { isPaused, lastDeliveryMs, watchedSinceMs, nowMs } = watched;
  const known: SilenceMemory =
    memory?.kind === 'silence' ? memory : { kind: 'silence', since: watchedSinceMs, isTold: false };
  if (isPaused) return { memory: { kind: 'silence', since: nowMs, isTold: false }, silentSinceMs: null };
  const heard = lastDeliveryMs !== null && lastDeliveryMs > known.since;
  const current: SilenceMemory = heard ? { kind: 'silence', since: lastDeliveryMs, isTold: false } : known;
  if (current.isTold || nowMs - current.since < minutes * 60_000)
    return { memory: current, silentSinceMs: null };
  return { memory: { ...current, isTold: true }, silentSinceMs: current.since };
}

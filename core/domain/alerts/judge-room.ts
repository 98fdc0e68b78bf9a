import type { AlertCondition } from '#contracts/alert.ts';
import type { AlertMemory } from '#contracts/alert-memory.ts';

type Of<Union, Kind> = Extract<Union, { readonly kind: Kind }>;

const minuteMs = 60_000;
/** Looks are some minutes apart; what ended before is judged by the look that came then. */
const lookBackMinutes = 60;

interface Refused {
  /** By minutes since the epoch. */
  readonly refusals: ReadonlyMap<number, number>;
  /** When the rule began to watch. Epoch milliseconds. */
  readonly watchedSinceMs: number;
  readonly nowMs: number;
}

interface RefusedJudgement {
  readonly memory: Of<AlertMemory, 'refused'>;
  /** The most that were refused within the time of the rule; null where that is not told. */
  readonly refusals: number | null;
}

/** Judges whether an automation refused too many. Reported events do not count again. */
export function judgeRefused(
  { count, minutes }: Pick<Of<AlertCondition, 'refused'>, 'count' | 'minutes'>,
  memory: AlertMemory | null,
  { refusals, watchedSinceMs, nowMs }: Refused,
): RefusedJudgement {
  const nowMinute = Math.floor(nowMs / minuteMs);
  const sinceMinute = Math.floor(watchedSinceMs / minuteMs);
  const toldUpTo = memory?.kind === 'refused' ? memory.toldUpTo : Math.max(0, sinceMinute - 1);
  let most = 0;
  for (let end = Math.max(toldUpTo + 1, nowMinute - lookBackMinutes); end <= nowMinute; end += 1) {
    let sum = 0;
    for (let at = Math.max(toldUpTo + 1, end - minutes + 1); at <= end; at += 1) sum += refusals.get(at) ?? 0;
    most = Math.max(most, sum);
  }
  const isTold = most >= count;
  return {
    memory: { kind: 'refused', toldUpTo: isTold ? nowMinute : toldUpTo },
    refusals: isTold ? most : null,
  };
}

interface Held {
  /** When those arrived that are held, the oldest first. Epoch milliseconds. */
  readonly heldSince: readonly number[];
  readonly nowMs: number;
}

interface HeldJudgement {
  readonly memory: Of<AlertMemory, 'held'>;
  /** When the oldest arrived, where that is told now. */
  readonly oldestMs: number | null;
}

/** Judges whether an automation holds too many, or one for too long. */
export function judgeHeld(
  { count, minutes }: Pick<Of<AlertCondition, 'held'>, 'count' | 'minutes'>,
  memory: AlertMemory | null,
  { heldSince, nowMs }: Held,
): HeldJudgement {
  const [oldestMs] = heldSince;
  const isLong = oldestMs !== undefined && minutes !== undefined && nowMs - oldestMs >= minutes * minuteMs;
  const isTold = isLong || (count !== undefined && heldSince.length >= count);
  const wasTold = memory?.kind === 'held' && memory.isTold;
  return { memory: { kind: 'held', isTold }, oldestMs: isTold && !wasTold ? (oldestMs ?? null) : null };
}

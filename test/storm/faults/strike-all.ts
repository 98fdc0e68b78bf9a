import { until } from '#test/support/until.ts';
import type { PlannedFault } from '../plan/plan.ts';
import type { AttemptLog } from '../send/attempts.ts';

export interface Recovery {
  readonly name: string;
  /** Milliseconds, by the clock of `performance`. */
  readonly struckAtMs: number;
  readonly overAtMs: number;
  /** From the kill, or the end of a freeze, until work was done that was taken after it. Null where none came any more. */
  readonly tookMs: number | null;
  /** Why the fault was left out. */
  readonly skipped: string | null;
}

interface FaultCourse {
  readonly log: Pick<AttemptLog, 'settled' | 'open' | 'attempts'>;
  readonly strike: (fault: PlannedFault) => Promise<number | string>;
  readonly isWhole: () => Promise<boolean>;
  /** When work was done at a target that had been taken after a moment; undefined as long as there was none. */
  readonly workDoneSince: (sinceMs: number) => number | undefined;
  /** No more deliveries come. */
  readonly isSent: () => boolean;
  readonly isBusy: () => boolean;
  readonly recoverWithinMs: number;
}

/** One fault after the other, each when it is due and the one before is over. */
export async function strikeAll(
  faults: readonly PlannedFault[],
  { log, strike, isWhole, workDoneSince, isSent, isBusy, recoverWithinMs }: FaultCourse,
  onRecovery: (recovery: Recovery) => void,
): Promise<void> {
  const patience = { timeoutMs: recoverWithinMs, everyMs: 20 };
  for (const fault of faults) {
    const { name, after } = fault;
    // Amid work: requests are under way when it strikes.
    const isDue = () => log.settled() >= after && (isBusy() || isSent());
    await until(`${name} is due`, isDue, patience);
    const struckAtMs = performance.now();
    const since = await strike(fault);
    const skipped = typeof since === 'string' ? since : null;
    const tookMs = typeof since === 'string' ? null : await recovery(name, since);
    onRecovery({ name, struckAtMs, overAtMs: performance.now(), tookMs, skipped });
  }

  async function recovery(name: string, since: number): Promise<number | null> {
    await until(`the service is whole after ${name}`, isWhole, { timeoutMs: recoverWithinMs });
    const done = () => workDoneSince(since) ?? (isSent() && log.open() === 0 && 'none came');
    const at = await until(`work is done after ${name}`, done, patience);
    return at === 'none came' ? null : at - since;
  }
}

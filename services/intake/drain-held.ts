import type { HeldRound, HoldingAutomation } from '#contracts/held.ts';
import type { Held, Release } from '#store/held.ts';
import type { Runs } from '#store/run/runs.ts';
import type { RunStarter } from '#temporal/start-run.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';
import { startStored } from './start-stored.ts';

const retired = {
  outcome: 'skipped',
  reason: 'The automation was deleted while the delivery was held.',
} as const;

/** `isRepeated`: a look before this one was cut off. */
interface Look {
  readonly isRepeated: boolean;
  readonly signal: AbortSignal;
}

type Blocked = Exclude<Release, { status: 'released' | 'retired' }>;

interface Deps {
  readonly held: Pick<Held, 'release'>;
  readonly runStarter: Pick<RunStarter, 'start' | 'recordStored'>;
  readonly runs: Pick<Runs, 'finish'>;
  readonly slots: Pick<ConcurrencySlots, 'reclaim'>;
}

/** Starts the runs of held deliveries, in order, until there is no more room or nothing is held. */
export function createDrainHeld({ held, runStarter, runs, slots }: Deps) {
  const reclaimed = async ({ workspaceId }: HoldingAutomation) => (await slots.reclaim(workspaceId)).done > 0;

  /** Rejects where the service is unavailable. */
  return async function drainHeld(automation: HoldingAutomation, look: Look): Promise<HeldRound> {
    // Deliveries that were released before a crash, and not started.
    if (look.isRepeated) await slots.reclaim(automation.workspaceId);
    let [started, mayReclaim] = [0, true];
    for (;;) {
      look.signal.throwIfAborted();
      const release = await held.release(automation);
      if (release.status === 'released') {
        await startStored(runStarter, { ...automation, ...release.delivery });
        started += 1;
      } else if (release.status === 'retired') {
        const { deliveryId } = release;
        await runs.finish({ kind: 'delivery', ...automation, deliveryId }, retired);
      } else {
        const isFull = release.status === 'full' && mayReclaim;
        if (!isFull || !(await reclaimed(automation))) return roundOf(release, started);
        mayReclaim = false;
      }
    }
  };
}

function roundOf(release: Blocked, started: number): HeldRound {
  if (release.status === 'empty') return { status: 'over' };
  const waitMs = release.status === 'rate' ? release.waitMs : null;
  return { status: 'open', waitsFor: release.status, started, waitMs };
}

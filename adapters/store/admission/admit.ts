import { localDay } from '#domain/local-day.ts';
import { defaultLoopRoundsMax } from '#domain/loop.ts';
import { limits } from '#domain/limits.ts';
import { type StorageLimits, noStorageLimits } from '#domain/storage-limits.ts';
import { isOfOwner } from '#domain/of-owner.ts';
import type { Redis } from '../connection/connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import { storedBody } from '../delivery/stored-body.ts';
import { createAskByZone } from '../automation/ask-by-zone.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import type { EndedRun } from '../run/finish.ts';
import { named, script } from '../script.ts';
import { createWorkNotes } from '../sweep/note-work.ts';
import { type Admission, admissionOf, type Prospect } from './admission.ts';
import { type Arrival, arrivalFields } from './arrival.ts';
import { type CertainNo, endOfCertainNo } from './certain-no.ts';

const admitScript = script('admit', [
  'fields-of',
  'publish-change',
  'count',
  'storage',
  'note-duplicate',
  'write-body',
  'stored-limits',
  'budget',
  'slots',
  'index-delivery',
  'note-refusal',
  'line',
  'held',
  'note-event',
  'end-run',
]);

/** Longer than any answer of the intake may take, so that a claim outlives its own request. */
const claimLeaseMs = 30_000;

export interface AdmitDeps {
  readonly redis: Redis;
  /** Default: none. */
  readonly storageLimits?: StorageLimits | undefined;
  /** A delivery of a later round of a loop is not run. */
  readonly loopRoundsMax?: number | undefined;
  /** Called for each delivery that is stored as skipped, as for a run that ended so. */
  readonly onEnded?: ((ended: EndedRun) => void) | undefined;
}

/** Those of an admission, none of them left out. */
export interface Limits {
  readonly redis: Redis;
  readonly storageLimits: StorageLimits;
  readonly loopRoundsMax: number;
}

interface Attempt {
  readonly attempt: 'new' | 'again' | 'started';
  readonly senderVersion?: number | null;
  /** The revision by whose condition it was judged. */
  readonly revision?: string | undefined;
  readonly no?: CertainNo | undefined;
}

export function createAdmit({
  redis,
  storageLimits = noStorageLimits,
  loopRoundsMax = defaultLoopRoundsMax,
  onEnded,
}: AdmitDeps) {
  const askByZone = createAskByZone();
  const askAdmission = createAskAdmission({ redis, storageLimits, loopRoundsMax });
  const noteWork = createWorkNotes({ redis });

  /**
   * Claims the event, a slot and a share of the minute, and writes the record: all in one step, or nothing. A delivery that
   * was refused for want of a slot comes `again` when one was found. A run that is `started` already gets its record
   * whatever the limits, and although the automation was paused or deleted since. With a `senderVersion` only what was
   * judged by the present sender is taken, and with a `revision` what was judged by the present condition.
   */
  async function admit(
    hook: Hook,
    arrival: Arrival,
    { attempt, senderVersion = null, revision, no }: Attempt,
  ): Promise<Admission> {
    const { workspaceId } = hook;
    const end = no && endOfCertainNo(hook, arrival, no);
    const answer = await askByZone(workspaceId, async (zone) => {
      const asked = askAdmission(hook, arrival, { attempt, senderVersion, revision, end, zone });
      return (await Promise.all([asked, noteWork(workspaceId)]))[0];
    });
    const admission = admissionOf(answer);
    if (admission.status === 'filtered' && end) onEnded?.(end.run);
    return admission;
  }

  /** Says what {@link admit} would. It is counted as a request of the hook; nothing else is written. */
  async function prospect(hook: Hook, arrival: Arrival, senderVersion: number): Promise<Prospect> {
    const answer = await askByZone(hook.workspaceId, (zone) =>
      askAdmission(hook, arrival, { attempt: 'check', senderVersion, zone }),
    );
    // The script answers a check by these statuses alone.
    return answer[0] === 'new' ? { status: 'new' } : (admissionOf(answer) as Prospect);
  }

  return { admit, prospect };
}

const { hookRequestsPerMinute, deliveriesPerMinute, concurrentDeliveries } = limits;
const { heldDeliveriesMax, heldBytesMax, heldForMsMax, lineMax, waitingRunsMax } = limits;
/** The same for every delivery, by the names that the script reads, as far as its workspace has no own. */
const usualLimits = {
  leaseMs: claimLeaseMs,
  hookRequestsPerMinute,
  deliveriesPerMinute,
  concurrentDeliveries,
  heldDeliveriesMax,
  heldBytesMax,
  heldForMsMax,
  lineMax,
  waitingRunsMax,
} as const;

interface Asked {
  readonly attempt: Attempt['attempt'] | 'check';
  readonly senderVersion: number | null;
  readonly revision?: string | undefined;
  readonly end?: ReturnType<typeof endOfCertainNo> | undefined;
  readonly zone: string | null;
}

function createAskAdmission({ redis, storageLimits, loopRoundsMax }: Limits) {
  return async function askAdmission(
    hook: Hook,
    arrival: Arrival,
    { attempt, senderVersion, revision, end, zone }: Asked,
  ): Promise<readonly string[]> {
    const { workspaceId, automationId } = hook;
    const { deliveryId } = arrival;
    const receivedAtMs = arrival.receivedAt.getTime();
    // Only what a sender sent is a duplicate, or refused at the door.
    const isCounted = attempt !== 'started' && attempt !== 'check' && !isOfOwner(arrival);
    const day = zone === null ? '' : localDay(arrival.receivedAt, zone);
    const asked = {
      ...usualLimits,
      ...storageLimits,
      deliveryId,
      reference: arrival.reference ?? undefined,
      attempt,
      // Nothing is counted without a moment.
      moment: isCounted ? countMoment(receivedAtMs) : '',
      // A delivery that no sender judged has no version.
      senderVersion: senderVersion === null ? undefined : String(senderVersion),
      revision,
      no: end?.asked,
      // Both are of the budget, and unknown before the workspace was asked for its zone.
      zone: zone ?? '',
      day,
      isLoop: (arrival.round ?? 0) > loopRoundsMax,
    };
    return (await admitScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
        keys.hookFlood(workspaceId, automationId),
        keys.workspace(workspaceId),
        keys.repeats(workspaceId, deliveryId),
        keys.keptRepeat(workspaceId, deliveryId),
        keys.budgetRuns(workspaceId, automationId, day),
        keys.budgetUse(workspaceId, automationId, day),
        ...countKeys(hook, receivedAtMs),
        ...(end?.keys ?? []),
      ],
      [named(asked), ...storedBody(arrival.body), ...arrivalFields(hook, arrival)],
    )) as string[];
  };
}

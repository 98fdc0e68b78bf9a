import type { DeliveryRecord } from '#capabilities/records.ts';
import type { ReplayOrder, ReplayPosition, ReplaySelection } from '#contracts/replay.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { arrivalOfSingleReplay } from './arrival.ts';
import type { OwnerReceipt } from './receipt.ts';
import type { Intake } from './receive.ts';

/** Deliveries that one call looks at, those included that are passed over. */
const lookedAtMax = 10_000;

type NotReplayed = { readonly status: 'not-kept' } | { readonly status: 'left-out'; readonly reason: string };

/** A delivery that is not replayed, and why: its owner decides. */
interface LeftOut {
  readonly deliveryId: string;
  readonly reason: string;
}
/** The cause that keeps this delivery, and those behind it, from being started. */
export type ReplayStop = Exclude<OwnerReceipt, { status: 'accepted' | 'duplicate' }>;

/** Whether another call may find it otherwise, without anyone doing anything. */
export const passesByItself = (stop: ReplayStop): boolean =>
  stop.status === 'full' ||
  stop.status === 'rate' ||
  stop.status === 'flood' ||
  (stop.status === 'skipped' && stop.reason === 'budget');

export interface ReplayReport {
  readonly deliveryIds: readonly string[];
  /** Replayed before, by whatever call. */
  readonly replayedBefore: number;
  /** How many of those succeeded then, and how many failed after a write that another run would repeat. */
  readonly leftOut: number;
  /** The latter. */
  readonly leftOutDeliveries: readonly LeftOut[];
  /** Without a body, or not readable any more. */
  readonly notKept: number;
  /** The cause that kept the next one from being started; null at the end of the selection, or of one call's share. */
  readonly stop: ReplayStop | null;
  /** How many of the selection this call did not come to. */
  readonly remaining: number;
  /** The position at which the next call continues; null at the end of the selection. */
  readonly position: ReplayPosition | null;
}

export interface ReplayRequest extends ReplayOrder {
  /** At most so many are started. */
  readonly limit: number;
}

interface Deps {
  readonly deliveries: Pick<
    Deliveries,
    'body' | 'candidates' | 'countBehind' | 'doneWrite' | 'find' | 'noteReplay'
  >;
  readonly intake: Pick<Intake, 'receive'>;
}

/**
 * Processes what ended in some way again, oldest first, until the limits of the workspace stop it. A delivery is replayed
 * once, however often this is called.
 */
export function createReplayMany({ deliveries, intake }: Deps) {
  async function replayMany({ selection, after, limit, withReplays }: ReplayRequest): Promise<ReplayReport> {
    const deliveryIds: string[] = [];
    const leftOutDeliveries: LeftOut[] = [];
    const passedOver = { replayedBefore: 0, leftOut: 0, notKept: 0 };
    let [position, stop, lookedAt]: [ReplayPosition | null, ReplayStop | null, number] = [after, null, 0];
    for await (const candidate of deliveries.candidates(selection, after)) {
      const { at, id, isReplay, wasReplayed, succeededLater } = candidate;
      if (deliveryIds.length === limit || lookedAt === lookedAtMax) break;
      lookedAt += 1;
      const isTaken = !wasReplayed && (withReplays || !isReplay);
      const result = isTaken ? await replayOne({ deliveries, intake }, selection, id) : null;
      passedOver.leftOut += Number(succeededLater || result?.status === 'left-out');
      if (result?.status === 'left-out') leftOutDeliveries.push({ deliveryId: id, reason: result.reason });
      if (result?.status === 'accepted') deliveryIds.push(result.deliveryId);
      else if (result?.status === 'not-kept') passedOver.notKept += 1;
      else if (wasReplayed || result?.status === 'duplicate') passedOver.replayedBefore += 1;
      else if (result !== null && result.status !== 'left-out') {
        stop = result;
        break;
      }
      position = { at, id };
    }
    const remaining = await deliveries.countBehind(selection, position);
    return {
      deliveryIds,
      ...passedOver,
      leftOutDeliveries,
      stop,
      remaining,
      position: remaining === 0 ? null : position,
    };
  }

  return replayMany;
}

async function replayOne(
  { deliveries, intake }: Deps,
  { workspaceId, automationId }: ReplaySelection,
  firstId: string,
): Promise<OwnerReceipt | NotReplayed> {
  const stored = await storedOrError(deliveries, workspaceId, firstId);
  if (stored instanceof DomainError) return { status: 'unavailable', error: stored };
  if (stored === null) return { status: 'not-kept' };
  if ('reason' in stored) return { status: 'left-out', ...stored };
  const { first, body } = stored;
  const receipt = await intake.receive({ workspaceId, automationId }, arrivalOfSingleReplay(first, body));
  if (receipt.status === 'accepted' || receipt.status === 'duplicate')
    await deliveries.noteReplay(workspaceId, firstId, receipt.deliveryId);
  return receipt;
}

interface Stored {
  readonly first: DeliveryRecord;
  readonly body: Buffer;
}

/** Null where it is not kept; why it is left out, if so; the refusal where its archive cannot be read. */
async function storedOrError(
  deliveries: Pick<Deliveries, 'body' | 'doneWrite' | 'find'>,
  workspaceId: string,
  deliveryId: string,
): Promise<Stored | { readonly reason: string } | DomainError | null> {
  try {
    const first = await deliveries.find(workspaceId, deliveryId);
    if (first === null || isSkippedAtDoor(first)) return null;
    const reason = await deliveries.doneWrite(workspaceId, deliveryId);
    if (reason !== null) return { reason };
    const body = await deliveries.body(workspaceId, deliveryId);
    return body === null ? null : { first, body };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

export type ReplayMany = ReturnType<typeof createReplayMany>;

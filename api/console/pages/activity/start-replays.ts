import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { asRefusal } from '#api/errors/as-refusal.ts';
import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
import type { ShownRow } from './delivery-row.ts';

type Calls = Pick<OperationCalls, 'replayAutomation' | 'runSkipped'>;
type Replays = AnswerTo<'replayAutomation'>;

export type ReplayResult = {
  readonly automationName: string;
  readonly deliveryIds: readonly string[];
} & (
  | ({ readonly kind: 'started'; readonly started: number } & Pick<Replays, 'stoppedBy' | 'remaining'> &
      Partial<Pick<Replays, 'replayedBefore' | 'leftOut' | 'leftOutDeliveries' | 'notKept' | 'continues'>>)
  | { readonly kind: 'refused'; readonly message: string }
);

/** The filter that calls for a selection carry: none where the deliveries are named. */
type WholeSelection = Readonly<Record<'outcome' | 'from' | 'to', string | undefined>>;

/** Deliveries that a call names. */
const namedMax = 200;

/**
 * Replays deliveries, automation by automation; those that were skipped before any run was started are run, once for their
 * event. `whole`: all that end so within a time, of which the rows are the newest; null: the rows alone, in parts.
 */
export async function startReplays(
  manage: Calls,
  rows: readonly ShownRow[],
  whole: WholeSelection | null,
): Promise<readonly ReplayResult[]> {
  const groups = Map.groupBy(rows, (row) => `${row.automationId} ${isSkippedAtDoor(row)}`);
  const results: ReplayResult[] = [];
  for (const group of groups.values()) {
    const partMax = whole === null ? namedMax : group.length;
    let sum: ReplayResult | undefined;
    // The oldest come last in a list, and are started first.
    for (let end = group.length; end > 0; end -= partMax) {
      const result = await startPart(manage, group.slice(Math.max(0, end - partMax), end), whole);
      if (sum !== undefined && sum.kind !== result.kind) results.push(sum);
      sum = sum?.kind === result.kind ? together(sum, result) : result;
    }
    if (sum !== undefined) results.push(sum);
  }
  return results;
}

async function startPart(
  manage: Calls,
  rows: readonly ShownRow[],
  whole: WholeSelection | null,
): Promise<ReplayResult> {
  const [first] = rows as [ShownRow];
  const params = { id: first.automationId };
  const deliveryIds = rows.map(({ deliveryId }) => deliveryId);
  const asked = { automationName: first.automationName, deliveryIds };
  try {
    if (isSkippedAtDoor(first)) {
      const { started, ranBefore, ...rest } = await manage.runSkipped({ params, body: { deliveryIds } });
      return { kind: 'started', ...asked, started, replayedBefore: ranBefore, ...rest, ...asked };
    }
    const body = whole === null ? { deliveryIds } : { ...whole, includeReplays: true };
    const { replayed, ...rest } = await manage.replayAutomation({ params, body });
    return { kind: 'started', started: replayed, ...rest, ...asked };
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === undefined) throw error;
    return { kind: 'refused', ...asked, message: refusal.message };
  }
}

/** The result of two calls, the same way, for parts of one group. */
function together(first: ReplayResult, then: ReplayResult): ReplayResult {
  const deliveryIds = [...first.deliveryIds, ...then.deliveryIds];
  if (first.kind === 'refused' || then.kind === 'refused') return { ...then, deliveryIds };
  const sum = (name: 'replayedBefore' | 'leftOut' | 'notKept') => (first[name] ?? 0) + (then[name] ?? 0);
  return {
    ...then,
    deliveryIds,
    started: first.started + then.started,
    replayedBefore: sum('replayedBefore'),
    leftOut: sum('leftOut'),
    leftOutDeliveries: [...(first.leftOutDeliveries ?? []), ...(then.leftOutDeliveries ?? [])],
    notKept: sum('notKept'),
    remaining: first.remaining + then.remaining,
    stoppedBy: then.stoppedBy ?? first.stoppedBy,
    // A part of which nothing remains leaves it to the other.
    continues:
      (first.remaining === 0 || first.continues === true) &&
      (then.remaining === 0 || then.continues === true),
  };
}

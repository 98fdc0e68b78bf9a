import { shownAct } from '#capabilities/step.ts';
import { outcomeNames } from '../../parts/outcome.ts';
import { isBadEnd, turnFigures } from '../../parts/turn-figures.ts';
import type { ShownDelivery, ShownStep } from './delivery-path.ts';

/** One row of a delivery's course. Moments in milliseconds since the epoch. */
export interface Phase {
  readonly kind: 'wait' | 'filter' | 'model' | 'request' | 'end';
  readonly label: string;
  /** The result; it may contain text of other systems. */
  readonly detail: string;
  /** The usage of a model turn; null if there is none to show. */
  readonly figures: string | null;
  readonly isTrouble: boolean;
  readonly fromMs: number;
  readonly toMs: number;
  /** When a request was sent, each time. */
  readonly triesMs: readonly number[];
}

/** The course of a delivery, from arrival to its end or to `nowMs`. */
export function timelineOf(delivery: ShownDelivery, nowMs: number): readonly Phase[] {
  const receivedMs = Date.parse(delivery.receivedAt);
  const endMs = delivery.finishedAt === null ? Math.max(nowMs, receivedMs) : Date.parse(delivery.finishedAt);
  const startMs = delivery.startedAt === null ? endMs : Date.parse(delivery.startedAt);
  const wait = {
    kind: 'wait',
    label: 'Arrived',
    detail: waitOf(delivery),
    fromMs: receivedMs,
    toMs: startMs,
  } as const;
  return [
    { ...plain, ...wait },
    ...filterPhase(delivery, startMs, endMs),
    ...delivery.steps.map(phaseOf),
    { ...plain, ...endOf(delivery), fromMs: endMs, toMs: endMs },
  ];
}

function waitOf({ startedAt, heldSince, outcome }: ShownDelivery): string {
  if (startedAt !== null) return 'Until its run began';
  if (heldSince !== null) return 'Held until there is room, or until another of its reference is over';
  return outcome === 'running' ? 'Waits for its run' : 'No run began';
}

const plain = { figures: null, isTrouble: false, triesMs: [] } as const;

/** A filter is judged between the beginning of the run and its first step. */
function filterPhase({ filter, steps }: ShownDelivery, fromMs: number, endMs: number): readonly Phase[] {
  if (filter === null) return [];
  const [first] = steps;
  const toMs = first === undefined ? endMs : Math.max(fromMs, Date.parse(first.startedAt));
  return [
    { ...plain, kind: 'filter', label: filterVerdict(filter.matched), detail: filter.evidence, fromMs, toMs },
  ];
}

function filterVerdict(matched: boolean | null): string {
  if (matched === null) return 'Filter: not decided';
  return matched ? 'Filter: passed' : 'Filter: did not pass';
}

function phaseOf(step: ShownStep): Phase {
  const fromMs = Date.parse(step.startedAt);
  const times = { fromMs, toMs: fromMs + step.durationMs };
  if (step.kind === 'model')
    return {
      ...plain,
      ...times,
      kind: 'model',
      label: `Turn: ${step.model}`,
      detail: step.summary,
      figures: turnFigures(step),
      isTrouble: isBadEnd(step),
    };
  const { title, target, outcome, isGood } = shownAct(step);
  return {
    ...plain,
    ...times,
    kind: 'request',
    label: `${title} ${target}`,
    detail: outcome,
    isTrouble: !isGood,
    triesMs: (step.tries ?? []).map(({ at }) => Date.parse(at)),
  };
}

const endOf = ({ outcome }: ShownDelivery) => ({
  kind: 'end' as const,
  label: outcome === 'running' ? 'Now' : 'End',
  detail: outcomeNames[outcome],
  isTrouble: outcome === 'failed',
});

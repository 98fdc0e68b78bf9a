import type { ConditionSource } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { judgeCondition, matchedByVerdict, plainCondition } from './judge-condition.ts';

/** What is certain of a delivery without asking; `matched` is null where only a model could tell. */
export interface TrialResult {
  readonly matched: boolean | null;
  readonly evidence: string;
}

/** A filter to be tried on deliveries. Pure: nothing is asked, sent or stored. */
export interface FilterTrial {
  /** How the filter was understood; null when it was not. */
  readonly plain: string | null;
  readonly evaluate: (delivery: TurnDelivery) => TrialResult;
}

interface Tried {
  /** Null lets every delivery run. */
  readonly filter: string | null;
  /** Decides in its place; null where there is none. */
  readonly condition: ConditionSource | null;
}

export function createFilterTrial({ filter, condition }: Tried): FilterTrial {
  if (condition !== null)
    return {
      plain: plainCondition(condition),
      evaluate: (delivery) => {
        const { verdict, evidence } = judgeCondition(condition, delivery);
        return { matched: matchedByVerdict[verdict], evidence };
      },
    };
  const same: TrialResult =
    filter === null
      ? { matched: true, evidence: 'there is no filter' }
      : { matched: null, evidence: 'the filter has no condition' };
  return { plain: null, evaluate: () => same };
}

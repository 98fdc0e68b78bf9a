import type { ConditionSource } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { readEnglishCondition } from './english-condition.ts';
import { quotedList } from './language/quote.ts';
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
  readonly sender: string;
}

export function createFilterTrial({ filter, condition, sender }: Tried): FilterTrial {
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
      : { matched: null, evidence: whyOpen(filter, sender) };
  return { plain: null, evaluate: () => same };
}

function whyOpen(filter: string, sender: string): string {
  const read = readEnglishCondition(filter, { samples: [], sender });
  if (read.state === 'understood') return 'the filter has no condition';
  const nearest = read.nearest === null ? '' : `; did you mean "${read.nearest}"?`;
  return `the rules do not understand ${quotedList(read.notUnderstood)}${nearest}`;
}

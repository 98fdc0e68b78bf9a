import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { ConditionSource } from '#contracts/condition.ts';
import type { Order } from '#contracts/hold-settings.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { createFilterTrial, type TrialResult } from './filter-trial.ts';
import { lackedBy } from './judge-condition.ts';
import { render } from './plan.ts';

/** The data of an automation that reads its deliveries. */
interface Reading {
  readonly filter: string | null;
  readonly condition: ConditionSource | null;
  readonly plan: StoredPlan | null;
  readonly answerSchema: AnswerSchema | null;
  readonly sender: string;
  readonly order?: Order;
}

interface Circumstances {
  readonly delivery: TurnDelivery;
  readonly maxRequests: number;
  /** Whether runs carry out the plan; else a model does what is asked, unless there is none. */
  readonly runsByPlan: boolean;
  readonly isOffline: boolean;
}

export interface DeliveryCheck {
  readonly filter: TrialResult;
  /** Why it is not certain what would be done about the delivery; null where it is. */
  readonly problem: string | null;
  /** Members that the delivery lacks, because of which it is not. */
  readonly missing: readonly string[];
}

/** The certain part about a delivery that its sender tries: no model is asked, and nothing is sent or stored. */
export function checkDelivery(
  { filter, condition, plan, answerSchema, sender, order }: Reading,
  { delivery, maxRequests, runsByPlan, isOffline }: Circumstances,
): DeliveryCheck {
  const judged = createFilterTrial({ filter, condition, sender }).evaluate(delivery);
  const undecided = judged.matched === null ? judged.evidence : null;
  const lacked = condition === null ? [] : lackedBy(condition, [delivery]).map(({ path }) => path);
  // A delivery that is skipped needs nothing of the plan.
  const isRun = judged.matched !== false;
  const rendered =
    isRun && runsByPlan && plan !== null ? render(plan.plan, { delivery, maxRequests, answerSchema }) : null;
  const unfilled = rendered?.state === 'unknown' ? rendered : null;
  const undone = isRun && isOffline && !runsByPlan ? 'there is neither a plan nor a model' : null;
  const unordered =
    isRun && order === 'reference' && delivery.reference === null
      ? 'the delivery names no reference, by which runs are ordered'
      : null;
  const problems = [undecided, unfilled?.problem ?? null, undone, unordered].filter(
    (problem) => problem !== null,
  );
  const missing = [...lacked, ...(unfilled?.missing ?? []), ...unnamed(problems, delivery)];
  return {
    filter: judged,
    problem: problems.length === 0 ? null : problems.join('; '),
    missing: [...new Set(missing)],
  };
}

/** A reference and an event are no members: the evidence says that the delivery names none. */
const unnamed = (problems: readonly string[], { reference, eventName }: TurnDelivery): readonly string[] =>
  Object.entries({ reference, event: eventName }).flatMap(([name, value]) =>
    value === null && problems.some((problem) => problem.includes(`the delivery names no ${name}`))
      ? [name]
      : [],
  );

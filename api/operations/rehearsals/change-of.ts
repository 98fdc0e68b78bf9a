import type { z } from 'zod';

import { Automation, type Revision } from '#contracts/automation.ts';
import { pick } from '#domain/pick.ts';

const textNames = [
  'name',
  'filter',
  'instructions',
  'expects',
  'answerSchema',
  'retry',
  'model',
  'readsEarlierRuns',
] as const;

/** The members that a rehearsed revision has otherwise than the present one. */
export const RehearsedChange = Automation.pick({
  name: true,
  filter: true,
  condition: true,
  instructions: true,
  plan: true,
  expects: true,
  answerSchema: true,
  retry: true,
  model: true,
  readsEarlierRuns: true,
}).partial();
type Change = z.output<typeof RehearsedChange>;

/**
 * The change that makes `present` the rehearsed revision. A meaning goes along as data, so that no English is read anew, but for a
 * plan that was only proposed: that is read again out of its instructions. Null where there is nothing to change.
 */
export function changeOf(present: Revision, rehearsed: Revision): Change | null {
  const { condition, plan } = rehearsed;
  const isOther = (name: keyof Revision) => JSON.stringify(present[name]) !== JSON.stringify(rehearsed[name]);
  const isConditionOther = isOther('filter') || present.condition?.text !== condition?.text;
  const isPlanOther = isOther('instructions') || isOther('plan');
  const isPlanData = plan === null || plan.isConfirmed;
  const change: Change = {
    ...pick(rehearsed, textNames.filter(isOther)),
    ...(isConditionOther && { condition: condition?.text ?? null }),
    ...(isPlanOther && isPlanData && { plan: plan?.plan ?? null }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

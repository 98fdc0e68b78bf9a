import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import type { Expectation } from '#contracts/expectation.ts';
import type { StoredPlan, Plan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { type EnglishContext, proposeCondition } from '#rules/english-condition.ts';
import { readEnglishPlan } from '#rules/english-plan.ts';
import { conditionDialect } from '#rules/condition.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { storedCondition } from './stored-condition.ts';
import { storedPlan } from './stored-plan.ts';

/** The texts that a caller saves; a member that is absent stays as it is. */
interface GivenTexts {
  readonly filter?: string | null | undefined;
  readonly condition?: string | null | undefined;
  readonly instructions?: string | undefined;
  readonly plan?: Plan | null | undefined;
  readonly expects?: readonly Expectation[] | undefined;
}

type PresentTexts = Pick<AutomationRecord, 'filter' | 'proposal' | 'instructions'>;

/** The meaning of the texts, as data, to be written with them. */
interface Meaning {
  readonly condition?: StoredCondition | null;
  readonly proposal?: StoredProposal | null;
  readonly plan?: StoredPlan | null;
}

/**
 * Reads English once, when it is saved. A condition or a plan that the caller wrote counts as it is. `present`: null where the
 * automation is new. Throws INVALID_CONDITION, INVALID_PLAN.
 */
export function readMeaning(
  { filter, condition, instructions, plan, expects = [] }: GivenTexts,
  present: PresentTexts | null,
  context: EnglishContext,
): Meaning {
  for (const [index, { when }] of expects.entries())
    if (when !== undefined) storedCondition(when, `expects.${index}.when`);
  return {
    ...(condition !== undefined
      ? { condition: condition === null ? null : storedCondition(condition), proposal: null }
      : isToBeRead(filter, present)
        ? conditionOf(filter, context)
        : {}),
    ...(plan !== undefined
      ? { plan: plan === null ? null : storedPlan(plan) }
      : instructions !== undefined && instructions !== present?.instructions
        ? { plan: planOf(instructions, context) }
        : {}),
  };
}

/** The same English is read again where its condition was only proposed: what arrived meanwhile may help. */
const isToBeRead = (
  filter: string | null | undefined,
  present: PresentTexts | null,
): filter is string | null =>
  filter !== undefined && (filter !== present?.filter || present.proposal !== null);

/** A filter as the rules read it: its condition, or why that is not adopted. */
export function conditionOf(
  filter: string | null,
  context: EnglishContext,
): { readonly condition: StoredCondition | null; readonly proposal: StoredProposal | null } {
  if (filter === null) return { condition: null, proposal: null };
  const proposed = proposeCondition(filter, context);
  if (proposed.state === 'not-understood') return { condition: null, proposal: null };
  const condition: StoredCondition = { dialect: conditionDialect, text: proposed.text, by: 'rules' };
  if (proposed.state === 'adopted') return { condition, proposal: null };
  const near = proposed.near.map(({ words, names }) => `Did you mean ${names.join(' or ')} by "${words}"?`);
  const problem = [proposed.problem, ...near].join(' ');
  return { condition: null, proposal: { filter, condition, problem } };
}

/** A plan of the rules runs where the agent has no model; where it has one, once the owner confirmed it. */
export function planOf(instructions: string, context: EnglishContext): StoredPlan | null {
  const read = readEnglishPlan(instructions, context);
  if (read.state === 'not-understood') return null;
  return { dialect: conditionDialect, by: 'rules', isConfirmed: false, plan: read.plan };
}

const sampled = { limit: 20, bytesMax: 500_000 };

/** The newest stored deliveries of an automation, which English is read beside. */
export async function samplesOf(
  { deliveries }: { readonly deliveries: Pick<Deliveries, 'newest'> },
  workspaceId: string,
  automationId: string,
): Promise<readonly TurnDelivery[]> {
  const newest = await Array.fromAsync(deliveries.newest(workspaceId, automationId, sampled));
  return newest.map(({ delivery }) => delivery);
}

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import type { Expectation } from '#contracts/expectation.ts';
import type { StoredPlan, Plan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { type EnglishContext, proposeCondition } from '#rules/english-condition.ts';
import { readEnglishPlan } from '#rules/english-plan.ts';
import { conditionDialect } from '#rules/condition.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { assertAnswerSchema } from './assert-answer-schema.ts';
import { storedCondition } from './stored-condition.ts';
import { storedPlan } from './stored-plan.ts';

/** The texts that a caller saves; a member that is absent stays as it is. */
interface GivenTexts {
  readonly filter?: string | null | undefined;
  readonly condition?: string | null | undefined;
  readonly instructions?: string | undefined;
  readonly plan?: Plan | null | undefined;
  readonly expects?: readonly Expectation[] | undefined;
  readonly answerSchema?: AnswerSchema | null | undefined;
}

type PresentTexts = Pick<AutomationRecord, 'filter' | 'proposal' | 'instructions' | 'plan' | 'answerSchema'>;

/** The meaning of the texts, as data, to be written with them. */
interface Meaning {
  readonly condition?: StoredCondition | null;
  readonly proposal?: StoredProposal | null;
  readonly plan?: StoredPlan | null;
}

/**
 * Reads English once, when it is saved. A condition or a plan that the caller wrote counts as it is. `present`: null where the
 * automation is new. Throws INVALID_CONDITION, INVALID_PLAN, INVALID_REQUEST.
 */
export function readMeaning(
  { filter, condition, instructions, plan, expects = [], answerSchema }: GivenTexts,
  present: PresentTexts | null,
  context: EnglishContext,
): Meaning {
  for (const [index, { when }] of expects.entries())
    if (when !== undefined) storedCondition(when, `expects.${index}.when`);
  if (answerSchema != null) assertAnswerSchema(answerSchema);
  const schema = answerSchema === undefined ? (present?.answerSchema ?? null) : answerSchema;
  const english = instructions ?? present?.instructions ?? '';
  const isOther = english !== present?.instructions || !isSame(schema, present.answerSchema);
  return {
    ...(condition !== undefined
      ? { condition: condition === null ? null : storedCondition(condition), proposal: null }
      : isToBeRead(filter, present)
        ? conditionOf(filter, context)
        : {}),
    ...(plan !== undefined
      ? { plan: plan === null ? null : storedPlan(plan, schema) }
      : isOther
        ? { plan: keptPlan(english, schema, present) ?? planOf(english, context, schema) }
        : {}),
  };
}

const isSame = (one: AnswerSchema | null, other: AnswerSchema | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A plan of the owner, or one that was confirmed, stays where only the schema changes. Throws INVALID_PLAN. */
function keptPlan(
  english: string,
  schema: AnswerSchema | null,
  present: PresentTexts | null,
): StoredPlan | null {
  const plan = present?.plan ?? null;
  if (plan === null || english !== present?.instructions || !plan.isConfirmed) return null;
  return { ...storedPlan(plan.plan, schema), by: plan.by };
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
export function planOf(
  instructions: string,
  context: EnglishContext,
  answerSchema: AnswerSchema | null,
): StoredPlan | null {
  const read = readEnglishPlan(instructions, context);
  if (read.state === 'not-understood') return null;
  // English has no words for JSON: a plan of it leaves the answer to a model.
  if (answerSchema !== null) return null;
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

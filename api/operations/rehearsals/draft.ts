import { Revision } from '#contracts/automation.ts';
import { pick } from '#domain/pick.ts';
import { concretePlan, type ConcretePlanDeps } from '#meaning/concrete-plan.ts';
import { readMeaning, samplesOf } from '#meaning/read-meaning.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { NewRehearsal } from './new-rehearsal.ts';

/** Without the members that are undefined. */
export const definedOf = <T extends object>(change: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;

export interface DraftDeps extends ConcretePlanDeps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly deliveries: Pick<Deliveries, 'newest'>;
}

type Change = Omit<NewRehearsal, 'revision' | 'deliveries' | 'budget' | 'reads' | 'onlyEstimate'>;

/** The revision that a change would make, its English read as at saving. Throws INVALID_CONDITION, INVALID_PLAN, INVALID_REQUEST. */
export async function draftOf(
  deps: DraftDeps,
  workspaceId: string,
  automation: AutomationRecord,
  { condition, plan, ...given }: Change,
  base: Revision = automation,
): Promise<Revision> {
  const change = definedOf(given);
  const samples = await samplesOf(deps, workspaceId, automation.id);
  const present = { ...base, proposal: base === automation ? automation.proposal : null };
  const scope = { workspaceId, agentId: automation.agentId };
  const concrete = await concretePlan(deps, scope, plan, present.plan?.plan ?? null);
  const meaning = readMeaning({ ...change, condition, plan: concrete }, present, {
    samples,
    sender: automation.sender,
  });
  return {
    ...revisionOf(base),
    ...change,
    ...('condition' in meaning && { condition: meaning.condition }),
    ...('plan' in meaning && { plan: meaning.plan }),
  };
}

const names = Object.keys(Revision.shape) as (keyof Revision)[];

/** The revision in the record of an automation. */
export const revisionOf = (record: Revision): Revision => pick(record, names);

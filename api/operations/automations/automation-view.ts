import type { Automation } from '#contracts/automation.ts';
import { digestOfPlan } from '#rules/plan.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import { includesRole } from '#domain/role.ts';
import type { EventTelling } from '#events/tell.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { Models } from '../agents/agent-view.ts';
import { found } from '../found.ts';
import type { ReadTexts, TextReader } from './automation-texts.ts';
import { type SenderView, senderView } from './sender-view.ts';
import { wouldRun } from './would-run.ts';

export interface AutomationDeps {
  readonly automations: Automations;
  readonly textReader: TextReader;
  /** Base of hook URLs. */
  readonly publicUrl: string;
  readonly models: Pick<Models, 'whyNot'>;
  readonly doorNotes: Pick<DoorNotes, 'read'>;
}

/** The parts of an operation that changes automations. */
export interface ChangingDeps extends AutomationDeps {
  readonly eventTelling: Pick<EventTelling, 'automationChanged'>;
}

export interface TriedAutomationDeps extends AutomationDeps {
  readonly deliveries: Pick<Deliveries, 'newest'>;
}

/** The workspace that is read, and the role of its reader. */
type Reader = Pick<AuthorizedWorkspace, 'id' | 'role'>;

/** Null for who may only read: whoever has the URL can wake the agent. Empty where it cannot be read. */
function urlOf({ publicUrl }: AutomationDeps, { role }: Reader, { token }: AutomationRecord): string | null {
  if (!includesRole(role, 'editor')) return null;
  return token === null ? '' : `${publicUrl}/hooks/${token}`;
}

/** Automations of a workspace as their owner sees them, with their URLs. */
export function automationViews(deps: AutomationDeps, reader: Reader) {
  const readTexts = deps.textReader(reader.id);
  return async (record: AutomationRecord): Promise<Automation> =>
    automationView(
      urlOf(deps, reader, record),
      record,
      await readTexts(record),
      await doorView(deps, reader.id, record),
    );
}

type DoorView = SenderView & Pick<Automation, 'budget' | 'budgetUsed' | 'burst' | 'order'>;

async function doorView(
  deps: AutomationDeps,
  workspaceId: string,
  record: AutomationRecord,
): Promise<DoorView> {
  const { id: automationId, budget, burst, order } = record;
  const budgetUsed =
    budget === null ? null : await deps.automations.budgetUsed({ workspaceId, automationId });
  return { ...(await senderView(deps, workspaceId, record)), budget, budgetUsed, burst, order };
}

function automationView(
  url: string | null,
  record: AutomationRecord,
  texts: ReadTexts,
  doorMembers: DoorView,
): Automation {
  const { id, agentId, name, instructions, filter, condition, plan, expects, retry, model, state } = record;
  const { revision, form, damaged, answerSchema, readsEarlierRuns } = record;
  const hints = damaged.length > 0 ? [damageSentence(damaged)] : texts.hints;
  return {
    id,
    agentId,
    name,
    instructions,
    filter,
    condition: condition?.text ?? null,
    conditionState: conditionStateOf(record),
    plan: plan?.plan ?? null,
    planState:
      plan === null ? (isAsking(record) ? 'proposing' : 'none') : texts.runsByPlan ? 'confirmed' : 'proposed',
    expects,
    answerSchema,
    readsEarlierRuns,
    planDigest: plan === null ? null : digestOfPlan(plan.plan),
    retry,
    model,
    state: state === 'paused' ? 'paused' : 'active',
    url,
    revision,
    ...doorMembers,
    form,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    understood: texts.understood,
    ...(hints.length > 0 && { hints: [...hints] }),
  };
}

function conditionStateOf(record: AutomationRecord): Automation['conditionState'] {
  const { filter, condition, proposal } = record;
  if (condition !== null) return 'adopted';
  if (proposal?.filter === filter) return 'proposed';
  return filter !== null && isAsking(record) ? 'proposing' : 'none';
}

/** Whether a model is asked to read this revision. */
const isAsking = ({ asking, revision }: AutomationRecord): boolean =>
  asking?.revision === revision && asking.untilMs > Date.now();

/** An automation with what its filter would do with its stored deliveries. */
export async function triedAutomationView(
  deps: TriedAutomationDeps,
  reader: Reader,
  record: AutomationRecord,
): Promise<Automation> {
  const texts = await deps.textReader(reader.id)(record);
  const door = await doorView(deps, reader.id, record);
  const view = automationView(urlOf(deps, reader, record), record, texts, door);
  const tried = await wouldRun(deps, reader.id, record);
  return tried === null ? view : { ...view, wouldRun: tried };
}

/** Throws NOT_FOUND. */
export async function findAutomation(
  automations: Pick<Automations, 'find'>,
  workspaceId: string,
  id: string,
): Promise<AutomationRecord> {
  return found(await automations.find(workspaceId, id), 'automation');
}

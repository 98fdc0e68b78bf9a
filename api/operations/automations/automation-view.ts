import type { Automation } from '../../../contracts/automation.ts';
import { damageSentence } from '../../../domain/damage-sentence.ts';
import type { AutomationRecord, Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import type { DoorNotes } from '../../../store/door-notes.ts';
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

export interface TriedAutomationDeps extends AutomationDeps {
  readonly deliveries: Pick<Deliveries, 'newest'>;
}

/** Automations of a workspace as their owner sees them, with their URLs. */
export function automationViews(deps: AutomationDeps, workspaceId: string) {
  const readTexts = deps.textReader(workspaceId);
  return async (record: AutomationRecord): Promise<Automation> =>
    automationView(
      deps.publicUrl,
      record,
      await readTexts(record),
      await doorView(deps, workspaceId, record),
    );
}

type DoorView = SenderView & Pick<Automation, 'budget' | 'budgetUsed'>;

async function doorView(
  deps: AutomationDeps,
  workspaceId: string,
  record: AutomationRecord,
): Promise<DoorView> {
  const { id: automationId, budget } = record;
  const budgetUsed =
    budget === null ? null : await deps.automations.budgetUsed({ workspaceId, automationId });
  return { ...(await senderView(deps, workspaceId, record)), budget, budgetUsed };
}

function automationView(
  publicUrl: string,
  record: AutomationRecord,
  texts: ReadTexts,
  doorMembers: DoorView,
): Automation {
  const { id, agentId, name, instructions, filter, retry, model, state, token, revision, form, damaged } =
    record;
  const hints = damaged.length > 0 ? [damageSentence(damaged)] : texts.hints;
  return {
    id,
    agentId,
    name,
    instructions,
    filter,
    retry,
    model,
    state: state === 'paused' ? 'paused' : 'active',
    url: token === null ? '' : `${publicUrl}/hooks/${token}`,
    revision,
    ...doorMembers,
    form,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    understood: texts.understood,
    ...(hints.length > 0 && { hints: [...hints] }),
  };
}

/** An automation with what its filter would do with its stored deliveries. */
export async function triedAutomationView(
  deps: TriedAutomationDeps,
  workspaceId: string,
  record: AutomationRecord,
): Promise<Automation> {
  const texts = await deps.textReader(workspaceId)(record);
  const view = automationView(deps.publicUrl, record, texts, await doorView(deps, workspaceId, record));
  const tried = await wouldRun(deps, workspaceId, { ...record, compiled: texts.compiled });
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

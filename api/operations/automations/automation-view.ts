import type { Automation } from '../../../contracts/automation.ts';
import { damageSentence } from '../../../domain/damage-sentence.ts';
import type { AutomationRecord, Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { found } from '../found.ts';
import type { TextReader } from './automation-texts.ts';
import { wouldRun } from './would-run.ts';

export interface AutomationDeps {
  readonly automations: Automations;
  readonly textReader: TextReader;
  /** Base of hook URLs. */
  readonly publicUrl: string;
}

export interface TriedAutomationDeps extends AutomationDeps {
  readonly deliveries: Pick<Deliveries, 'newest'>;
}

/** Automations of a workspace as their owner sees them, with their URLs. */
export function automationViews({ textReader, publicUrl }: AutomationDeps, workspaceId: string) {
  const readTexts = textReader(workspaceId);
  return async function automationView(record: AutomationRecord): Promise<Automation> {
    const { damaged } = record;
    const { understood, hints: ofTexts } = await readTexts(record);
    const hints = damaged.length > 0 ? [damageSentence(damaged)] : ofTexts;
    const { id, agentId, name, instructions, filter, retry, state, token, revision } = record;
    return {
      id,
      agentId,
      name,
      instructions,
      filter,
      retry,
      state: state === 'paused' ? 'paused' : 'active',
      url: token === null ? '' : `${publicUrl}/hooks/${token}`,
      revision,
      createdAt: new Date(record.createdAt).toISOString(),
      updatedAt: new Date(record.updatedAt).toISOString(),
      understood,
      ...(hints.length > 0 && { hints: [...hints] }),
    };
  };
}

/** An automation with what its filter would do with its stored deliveries. */
export async function triedAutomationView(
  deps: TriedAutomationDeps,
  workspaceId: string,
  record: AutomationRecord,
): Promise<Automation> {
  const [view, tried] = await Promise.all([
    automationViews(deps, workspaceId)(record),
    wouldRun(deps, workspaceId, record),
  ]);
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

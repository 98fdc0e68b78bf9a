import type { Automation } from '../../../contracts/automation.ts';
import { damageSentence } from '../../../domain/damage-sentence.ts';
import type { AutomationRecord, Automations } from '../../../store/automations.ts';
import { found } from '../found.ts';
import type { AutomationHints } from './hints.ts';

export interface AutomationDeps {
  readonly automations: Automations;
  readonly automationHints: AutomationHints;
  /** Base of hook URLs. */
  readonly publicUrl: string;
}

/** An automation as its owner sees it, with its URL. */
export async function automationView(
  { automationHints, publicUrl }: AutomationDeps,
  workspaceId: string,
  record: AutomationRecord,
): Promise<Automation> {
  const { damaged } = record;
  const hints = damaged.length > 0 ? [damageSentence(damaged)] : await automationHints(workspaceId, record);
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
    ...(hints.length > 0 && { hints: [...hints] }),
  };
}

/** Throws NOT_FOUND. */
export async function findAutomation(
  automations: Pick<Automations, 'find'>,
  workspaceId: string,
  id: string,
): Promise<AutomationRecord> {
  return found(await automations.find(workspaceId, id), 'automation');
}

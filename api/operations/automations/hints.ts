import { accessShownMax } from '../../../domain/access-shown.ts';
import { offlineModelId } from '../../../domain/offline-model-id.ts';
import { offlineHints } from '../../../rules/automation-hints.ts';
import type { Agents } from '../../../store/agents.ts';
import type { PolicyStore } from '../../../store/policies.ts';

interface Automation {
  readonly agentId: string;
  readonly instructions: string;
  readonly filter: string | null;
}

interface HintDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  /** Whether a model is configured besides the offline rules. */
  readonly hasModel: boolean;
}

/** Warnings for the owner of an automation before its first delivery; usually empty. */
export function createAutomationHints({ agents, policyRecords, hasModel }: HintDeps) {
  return async function automationHints(
    workspaceId: string,
    automation: Automation,
  ): Promise<readonly string[]> {
    const remedy = hasModel ? 'the agent has another model' : 'MODEL is set';
    const { agentId } = automation;
    // Most automations need no hints, and for those no lookup is needed.
    if (offlineHints(automation, { storedHeaders: [], remedy }).length === 0) return [];
    if (hasModel && (await agents.find(workspaceId, agentId))?.model !== offlineModelId) return [];
    const scope = { workspaceId, agentId };
    const { items } = await policyRecords.list(scope, { limit: accessShownMax, cursor: undefined });
    const storedHeaders = items.flatMap(({ headerName }) => (headerName === null ? [] : [headerName]));
    return offlineHints(automation, { storedHeaders, remedy });
  };
}

export type AutomationHints = ReturnType<typeof createAutomationHints>;

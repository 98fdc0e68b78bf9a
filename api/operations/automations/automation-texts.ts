import type { Understood } from '../../../contracts/understood.ts';
import { accessShownMax } from '../../../domain/access-shown.ts';
import { offlineModelId } from '../../../domain/offline-model-id.ts';
import { offlineHints } from '../../../rules/automation-hints.ts';
import { understoodByRules } from '../../../rules/automation-understood.ts';
import type { Agents } from '../../../store/agents.ts';
import type { PolicyStore } from '../../../store/policies.ts';

interface Automation {
  readonly agentId: string;
  readonly instructions: string;
  readonly filter: string | null;
}

interface TextDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  /** Whether a model is configured besides the offline rules. */
  readonly hasModel: boolean;
}

/** How the texts of an automation are read, and warnings for its owner before the first delivery; usually none. */
interface ReadTexts {
  readonly understood: Understood;
  readonly hints: readonly string[];
}

/** Reads the texts of automations of one workspace; what several of them need of an agent is looked up once. */
export function createTextReader({ agents, policyRecords, hasModel }: TextDeps) {
  const remedy = hasModel ? 'the agent has another model' : 'MODEL is set';
  return function textReader(workspaceId: string): (automation: Automation) => Promise<ReadTexts> {
    const isOffline = once(
      async (agentId) => !hasModel || (await agents.find(workspaceId, agentId))?.model === offlineModelId,
    );
    const storedHeaders = once(async (agentId) => {
      const scope = { workspaceId, agentId };
      const { items } = await policyRecords.list(scope, { limit: accessShownMax, cursor: undefined });
      return items.flatMap(({ headerName }) => (headerName === null ? [] : [headerName]));
    });
    return async (automation) => {
      const understood = understoodByRules(automation, []);
      // Most automations need no hints, and for those no look-up is needed.
      if (offlineHints(automation, { storedHeaders: [], remedy }).length === 0)
        return { understood, hints: [] };
      const headers = await storedHeaders(automation.agentId);
      const isHinted = await isOffline(automation.agentId);
      return {
        understood: understoodByRules(automation, headers),
        hints: isHinted ? offlineHints(automation, { storedHeaders: headers, remedy }) : [],
      };
    };
  };
}

export type TextReader = ReturnType<typeof createTextReader>;

function once<T>(look: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (id) => {
    const found = known.get(id) ?? look(id);
    known.set(id, found);
    return found;
  };
}

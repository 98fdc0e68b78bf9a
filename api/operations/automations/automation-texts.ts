import type { Understood } from '#contracts/understood.ts';
import { chosenModels } from '#domain/chosen-models.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { offlineHints } from '#rules/automation-hints.ts';
import { understandAutomation } from '#rules/automation-understood.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Models } from '../agents/agent-view.ts';
import { storedHeadersOf } from './stored-headers.ts';

type TextsOf = Pick<AutomationRecord, 'agentId' | 'instructions' | 'filter' | 'condition' | 'model'>;

interface TextDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  readonly models: Pick<Models, 'serviceModel' | 'hintsOf'>;
}

export interface ReadTexts {
  readonly understood: Understood;
  /** Warnings for the owner before the first delivery; usually none. */
  readonly hints: readonly string[];
}

/** Reads the texts of automations of one workspace; what several of them need of an agent is looked up once. */
export function createTextReader({ agents, policyRecords, models }: TextDeps) {
  const { serviceModel } = models;
  const remedy = serviceModel === offlineModelId ? 'MODEL is set' : 'the agent has another model';
  return function textReader(workspaceId: string): (automation: TextsOf) => Promise<ReadTexts> {
    const agentOf = once((agentId) => agents.find(workspaceId, agentId));
    const chosenFor = async ({ agentId, model }: TextsOf) =>
      chosenModels(serviceModel, (await agentOf(agentId))?.model ?? null, model);
    const headersOf = once((agentId) => storedHeadersOf({ policyRecords }, { workspaceId, agentId }));
    return async (automation) => {
      // A filter that is not understood costs nothing if a condition decides.
      const texts = automation.condition === null ? automation : { ...automation, filter: null };
      // Most automations need no hints, and for those no look-up of headers is needed.
      const isPlain = offlineHints(texts, { storedHeaders: [], remedy }).length === 0;
      const storedHeaders = isPlain ? [] : await headersOf(automation.agentId);
      const isHinted = !isPlain && (await chosenFor(automation)).main === offlineModelId;
      return {
        understood: understandAutomation(automation, storedHeaders),
        hints: [
          ...(isHinted ? offlineHints(texts, { storedHeaders, remedy }) : []),
          ...(automation.model === null ? [] : models.hintsOf(automation.model)),
        ],
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

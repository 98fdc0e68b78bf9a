import type { CompiledFilter } from '#contracts/compiled-filter.ts';
import type { Understood } from '#contracts/understood.ts';
import { chosenModels } from '#domain/chosen-models.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { offlineHints } from '#rules/automation-hints.ts';
import { understandAutomation } from '#rules/automation-understood.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Models } from '../agents/agent-view.ts';
import { storedHeadersOf } from './stored-headers.ts';

type TextsOf = Pick<
  AutomationRecord,
  'id' | 'agentId' | 'instructions' | 'filter' | 'condition' | 'model'
> & {
  /** The revision that has this filter; null where it is not stored. */
  readonly revision: number | null;
};

interface TextDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly automations: Pick<Automations, 'compiledFilter'>;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  readonly models: Pick<Models, 'serviceModel' | 'hintsOf'>;
}

export interface ReadTexts {
  readonly understood: Understood;
  /** Warnings for the owner before the first delivery; usually none. */
  readonly hints: readonly string[];
  /** The filter as the agent's model compiled it; null if it did not, and if the agent has no model. */
  readonly compiled: CompiledFilter | null;
}

/** Reads the texts of automations of one workspace; what several of them need of an agent is looked up once. */
export function createTextReader({ agents, automations, policyRecords, models }: TextDeps) {
  const { serviceModel } = models;
  const remedy = serviceModel === offlineModelId ? 'MODEL is set' : 'the agent has another model';
  return function textReader(workspaceId: string): (automation: TextsOf) => Promise<ReadTexts> {
    const agentOf = once((agentId) => agents.find(workspaceId, agentId));
    const chosenFor = async ({ agentId, model }: TextsOf) =>
      chosenModels(serviceModel, (await agentOf(agentId))?.model ?? null, model);
    const headersOf = once((agentId) => storedHeadersOf({ policyRecords }, { workspaceId, agentId }));
    async function compiledOf(automation: TextsOf) {
      const { id, filter, condition, revision } = automation;
      if (filter === null || condition !== null || revision === null) return null;
      if ((await chosenFor(automation)).filter === offlineModelId) return null;
      return await automations.compiledFilter(workspaceId, id, revision);
    }
    return async (automation) => {
      const compiled = await compiledOf(automation);
      // A filter that is not understood costs nothing if a condition decides.
      const texts = automation.condition === null ? automation : { ...automation, filter: null };
      // Most automations need no hints, and for those no look-up of headers is needed.
      const isPlain = offlineHints(texts, { storedHeaders: [], remedy }).length === 0;
      const storedHeaders = isPlain ? [] : await headersOf(automation.agentId);
      const isHinted = !isPlain && (await chosenFor(automation)).main === offlineModelId;
      return {
        understood: understandAutomation(automation, { storedHeaders, compiled }),
        hints: [
          ...(isHinted ? offlineHints(texts, { storedHeaders, remedy }) : []),
          ...(automation.model === null ? [] : models.hintsOf(automation.model)),
        ],
        compiled,
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

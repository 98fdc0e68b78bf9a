import type { Understood } from '#contracts/understood.ts';
import { chosenModels } from '#domain/chosen-models.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { offlineHints } from '#rules/automation-hints.ts';
import { isForRules } from '#rules/decide.ts';
import { type SavedTexts, understandAutomation } from '#rules/automation-understood.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { Models } from '../agents/agent-view.ts';

type TextsOf = SavedTexts & Pick<AutomationRecord, 'agentId' | 'model'>;

interface TextDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly models: Pick<Models, 'serviceModel' | 'hintsOf'>;
}

export interface ReadTexts {
  readonly understood: Understood;
  /** Warnings for the owner before the first delivery; usually none. */
  readonly hints: readonly string[];
  /** Whether its agent has no model. */
  readonly isOffline: boolean;
  /** Whether runs carry out the plan. */
  readonly runsByPlan: boolean;
}

/** Reads the texts of automations of one workspace; what several of them need of an agent is looked up once. */
export function createTextReader({ agents, models }: TextDeps) {
  const { serviceModel } = models;
  const remedy = serviceModel === offlineModelId ? 'MODEL is set' : 'the agent has another model';
  return function textReader(workspaceId: string): (automation: TextsOf) => Promise<ReadTexts> {
    const agentOf = once((agentId) => agents.find(workspaceId, agentId));
    const chosenFor = async ({ agentId, model }: TextsOf) =>
      chosenModels(serviceModel, (await agentOf(agentId))?.model ?? null, model);
    return async (automation) => {
      const isOffline = (await chosenFor(automation)).main === offlineModelId;
      const { plan } = automation;
      const runsByPlan = isOffline ? isForRules(plan) : plan?.isConfirmed === true;
      return {
        understood: understandAutomation(automation, runsByPlan),
        isOffline,
        runsByPlan,
        hints: [
          ...(isOffline ? offlineHints(automation, remedy) : []),
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

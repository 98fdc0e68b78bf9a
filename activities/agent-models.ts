import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { Effort } from '#contracts/model-settings.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import { DomainError } from '#domain/domain-error.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { runsByPlan } from '#rules/decide.ts';
import { chosenModels } from '#domain/chosen-models.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { DeliveryContext, MessageContext } from '#store/run/context.ts';

interface AgentModelsDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly automations: Pick<Automations, 'revision'>;
  readonly serviceModel: string;
  readonly modelOf: (
    id: string,
    tuning?: { readonly effort: Effort | null; readonly maxOutputTokens: number | null },
  ) => AgentModel;
}

export interface RunModels {
  readonly main: AgentModel;
  /** Acts where the main one cannot. */
  readonly fallback: AgentModel | null;
  /** Judges the filter. */
  readonly filter: AgentModel;
}

type Chooser =
  | (Pick<DeliveryContext, 'kind' | 'agentId' | 'automationId' | 'revision'> &
      Partial<Pick<DeliveryContext, 'delivery'>>)
  | Pick<MessageContext, 'kind' | 'agentId'>;

/** Resolves the models of a run: the choice of its automation, of its agent, else of the service. */
export function createAgentModels({ agents, automations, serviceModel, modelOf }: AgentModelsDeps) {
  /** `revisions`: of a step that has read its own. */
  async function of(workspaceId: string, run: Chooser, revisions = automations): Promise<RunModels> {
    const [agent, revision] = await Promise.all([
      agents.find(workspaceId, run.agentId),
      run.kind === 'delivery' ? revisions.revision(workspaceId, run.automationId, run.revision) : null,
    ]);
    if (agent?.damaged.includes('model') === true)
      throw new DomainError('INVALID_REQUEST', `agent: ${damageSentence(['model'])}`, {
        hint: 'Choose its model again: PATCH /manage/agents/{agentId}.',
      });
    const chosen = chosenModels(serviceModel, agent?.model ?? null, revision?.model ?? null);
    const filter = modelOf(chosen.filter);
    // A plan costs nothing; a delivery on which it is unknown goes to the model before anything is sent.
    if (run.kind === 'delivery' && run.delivery !== undefined && runsByPlan(revision ?? {}, run.delivery))
      return { main: modelOf(offlineModelId), fallback: null, filter };
    return {
      main: modelOf(chosen.main, chosen),
      fallback: chosen.fallback === null ? null : modelOf(chosen.fallback, chosen),
      filter,
    };
  }

  return { of };
}

export type AgentModels = ReturnType<typeof createAgentModels>;

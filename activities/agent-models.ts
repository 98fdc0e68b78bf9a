import type { AgentModel } from '../capabilities/agent-turn.ts';
import type { Agents } from '../store/agents.ts';

/** Resolves the model of an agent: its own choice, else the default of the service. */
export function createAgentModels({
  agents,
  defaultModel,
  modelOf,
}: {
  agents: Agents;
  defaultModel: string;
  modelOf: (id: string) => AgentModel;
}) {
  async function of(workspaceId: string, agentId: string): Promise<AgentModel> {
    const agent = await agents.find(workspaceId, agentId);
    return modelOf(agent?.model ?? defaultModel);
  }

  return { of };
}

export type AgentModels = ReturnType<typeof createAgentModels>;

import type { AgentScope } from '#contracts/policy.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { found } from '../found.ts';

/** The scope of an agent of this workspace. Throws NOT_FOUND. */
export async function agentScope(
  agents: Pick<Agents, 'find'>,
  workspaceId: string,
  agentId: string,
): Promise<AgentScope> {
  return { workspaceId, agentId: found(await agents.find(workspaceId, agentId), 'agent').id };
}

import { isId } from '#domain/ids.ts';
import type { AgentRecord, Agents } from '#store/workspace/agents.ts';
import { found } from '../found.ts';

/** The agent that is named, or the first one of the workspace. Throws NOT_FOUND. */
export async function agentFor(
  agents: Pick<Agents, 'first' | 'find'>,
  workspaceId: string,
  id: string | undefined,
): Promise<AgentRecord> {
  if (id === undefined) return found(await agents.first(workspaceId), 'agent');
  return found(isId('agent', id) ? await agents.find(workspaceId, id) : null, 'agent');
}

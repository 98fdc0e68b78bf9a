import { changeAgent } from './change-agent.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { listAgents } from './list-agents.ts';
import { readAgent } from './read-agent.ts';

export const agentOperations = [listAgents, createAgent, readAgent, changeAgent, deleteAgent] as const;

import { createAgentModels } from '#activities/agent-models.ts';
import { createAgentModelSource } from '#models/agent-models.ts';
import { createAgents } from '#store/workspace/agents.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Redis } from '#store/connection/connect.ts';

/** The models of a service that has none but the offline rules. */
export const offlineModels = (redis: Redis, automations: Automations) =>
  createAgentModels({
    agents: createAgents({ redis }),
    automations,
    serviceModel: 'offline/rules-1',
    modelOf: createAgentModelSource({}),
  });

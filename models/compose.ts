import type { Environment } from '../contracts/config.ts';
import type { AgentModel } from '../contracts/turn.ts';
import { createAgentModel } from './agent-model.ts';

/** The models of the service by id, each made once. */
export function composeModels(config: Environment): (id: string) => AgentModel {
  const made = new Map<string, AgentModel>();
  const settings = {
    keys: {
      anthropic: config.ANTHROPIC_API_KEY,
      openai: config.OPENAI_API_KEY,
      google: config.GOOGLE_GENERATIVE_AI_API_KEY,
    },
    baseUrl: config.MODEL_BASE_URL,
  };
  return function modelOf(id) {
    const model = made.get(id) ?? createAgentModel({ id, ...settings });
    made.set(id, model);
    return model;
  };
}

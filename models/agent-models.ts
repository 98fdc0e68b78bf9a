import type { AgentModel } from '../capabilities/agent-turn.ts';
import { createAgentModel } from './agent-model.ts';
import type { ModelAccess } from './load-model.ts';
import type { OperatorPrice } from './pricing.ts';
import { type KeyVariable, parseModelId } from './providers.ts';

/** The settings that concern models, by the names of their variables. */
export type ModelSettings = {
  readonly MODEL?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_PRICE?: OperatorPrice | undefined;
} & { readonly [Variable in KeyVariable]?: string | undefined };

/** Agents choose from few models; more ids than this are not kept. */
const keptMax = 64;

/** How a model is reached with the keys of the service. */
export function modelAccess(id: string, settings: ModelSettings): ModelAccess {
  const provider = parseModelId(id)?.provider;
  const isOfService = provider !== undefined && provider === parseModelId(settings.MODEL ?? '')?.provider;
  return {
    apiKey: provider && settings[provider.keyVariable],
    // The operator said the price of one model.
    price: id === settings.MODEL ? settings.MODEL_PRICE : undefined,
    // The address belongs to the provider that MODEL names; another one's key must not go there.
    baseUrl: isOfService ? settings.MODEL_BASE_URL : undefined,
  };
}

/** Makes each model once, with the keys of the service. */
export function createAgentModelSource(settings: ModelSettings): (id: string) => AgentModel {
  const models = new Map<string, AgentModel>();
  const make = (id: string): AgentModel => createAgentModel({ id, ...modelAccess(id, settings) });
  return (id) => {
    const known = models.get(id);
    if (known !== undefined) return known;
    const model = make(id);
    if (models.size < keptMax) models.set(id, model);
    return model;
  };
}

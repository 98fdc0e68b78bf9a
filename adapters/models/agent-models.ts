import type { AgentModel } from '#capabilities/agent-turn.ts';
import { createAgentModel } from './agent-model.ts';
import type { ModelAccess } from './load-model.ts';
import type { OnModelCall } from './observed-call.ts';
import { type ModelTuning, noTuning } from './output-tokens.ts';
import type { OperatorPrice } from './pricing.ts';
import { type KeyVariable, parseModelId } from './providers.ts';

/** The model settings, by the names of their variables. */
export type ModelAccessSettings = {
  readonly MODEL?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_PRICE?: OperatorPrice | undefined;
} & { readonly [Variable in KeyVariable]?: string | undefined };

/** Cache limit; agents use only a few different models. */
const keptMax = 64;

/** Key, base URL and price for a model, from the settings. */
export function modelAccess(id: string, settings: ModelAccessSettings): ModelAccess {
  const provider = parseModelId(id)?.provider;
  const isOfService = provider !== undefined && provider === parseModelId(settings.MODEL ?? '')?.provider;
  return {
    apiKey: provider && settings[provider.keyVariable],
    // The configured price is that of MODEL only.
    price: id === settings.MODEL ? settings.MODEL_PRICE : undefined,
    // The base URL belongs to the provider of MODEL; keys of other providers must not be sent there.
    baseUrl: isOfService ? settings.MODEL_BASE_URL : undefined,
  };
}

/** Creates each model once, with the keys of the service. */
export function createAgentModelSource(
  settings: ModelAccessSettings,
  onCall?: OnModelCall,
): (id: string, tuning?: ModelTuning) => AgentModel {
  const models = new Map<string, AgentModel>();
  return (id, tuning = noTuning) => {
    const key = JSON.stringify([id, tuning.effort, tuning.maxOutputTokens]);
    const known = models.get(key);
    if (known !== undefined) return known;
    const model = createAgentModel({ id, tuning, onCall, ...modelAccess(id, settings) });
    if (models.size < keptMax) models.set(key, model);
    return model;
  };
}

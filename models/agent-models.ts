import type { AgentModel } from '../capabilities/turn.ts';
import { createAgentModel } from './agent-model.ts';
import type { OperatorPrice } from './pricing.ts';
import type { ProviderSettings } from './provider.ts';

/** The settings that concern models, by the names of their variables. */
export interface ModelSettings {
  readonly MODEL?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
  readonly MODEL_PRICE?: OperatorPrice | undefined;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly GOOGLE_GENERATIVE_AI_API_KEY?: string | undefined;
}

/** Agents choose from few models; more ids than this are not kept. */
const keptMax = 64;

const providerOf = (id: string | undefined): string => id?.split('/', 1)[0] ?? '';

/** The keys of the service, and its address where that belongs to the provider of this model. */
export function providerSettings(id: string, settings: ModelSettings): ProviderSettings {
  return {
    keys: {
      anthropic: settings.ANTHROPIC_API_KEY,
      openai: settings.OPENAI_API_KEY,
      google: settings.GOOGLE_GENERATIVE_AI_API_KEY,
      compatible: settings.MODEL_API_KEY,
    },
    // What is paid for another model nobody has said.
    price: id === settings.MODEL ? settings.MODEL_PRICE : undefined,
    // The address belongs to the provider that MODEL names; another one's key must not go there.
    baseUrl: providerOf(id) === providerOf(settings.MODEL) ? settings.MODEL_BASE_URL : undefined,
  };
}

/** Makes each model once, with the keys of the service. */
export function createAgentModelSource(settings: ModelSettings): (id: string) => AgentModel {
  const models = new Map<string, AgentModel>();
  const make = (id: string): AgentModel => createAgentModel({ id, ...providerSettings(id, settings) });
  return (id) => {
    const known = models.get(id);
    if (known !== undefined) return known;
    const model = make(id);
    if (models.size < keptMax) models.set(id, model);
    return model;
  };
}

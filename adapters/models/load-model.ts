import { ModelFailure } from '#domain/model-failure.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { OnModelCall } from './observed-call.ts';
import { createPricing, type OperatorPrice } from './pricing.ts';
import { noTuning, type ModelTuning } from './output-tokens.ts';
import { parseModelId, traitsOf } from './providers.ts';

/** Key and base URL of a model's provider, from the settings. */
export interface ModelAccess {
  readonly apiKey?: string | undefined;
  /** Required for a self-hosted server; a proxy for other providers. Prices are then unknown. */
  readonly baseUrl?: string | undefined;
  /** Configured price, for models that are not in the price table. */
  readonly price?: OperatorPrice | undefined;
  /** Default: as the provider and the model suggest. */
  readonly tuning?: ModelTuning;
  readonly onCall?: OnModelCall | undefined;
}

/** Loads `provider/model-id`. Throws ModelFailure. */
export async function loadModel(
  id: string,
  { apiKey, baseUrl, price, tuning = noTuning, onCall }: ModelAccess,
): Promise<LoadedModel> {
  const { provider, modelId = '' } = parseModelId(id) ?? {};
  if (provider === undefined || modelId === '') throw new ModelFailure({ kind: 'bad-request' });
  // A proxy may supply the key.
  const isReachable = baseUrl !== undefined || (!provider.isSelfHosted && apiKey);
  if (!isReachable) throw new ModelFailure({ kind: 'auth' });
  const isOfficial = !provider.isSelfHosted && baseUrl === undefined;
  return {
    id,
    model: await provider.load(modelId, { apiKey, baseUrl }),
    provider,
    traits: traitsOf(provider, modelId),
    tuning,
    secrets: apiKey === undefined ? [] : [apiKey],
    onCall,
    costOf: createPricing({ provider: isOfficial ? provider.id : null, modelId, price }),
  };
}

import { ModelFailure } from '../domain/model-failure.ts';
import type { LoadedModel } from './loaded-model.ts';
import { createPricing, type OperatorPrice } from './pricing.ts';
import { parseModelId } from './providers.ts';

/** The key and the address of a model's provider, as the settings give them. */
export interface ModelAccess {
  readonly apiKey?: string | undefined;
  /** Needed for a self-hosted server; for other providers the address of a proxy. Prices are then never known. */
  readonly baseUrl?: string | undefined;
  /** What the operator pays where no table knows it. */
  readonly price?: OperatorPrice | undefined;
}

/** Loads `provider/model-id`. Throws ModelFailure. */
export async function loadModel(id: string, { apiKey, baseUrl, price }: ModelAccess): Promise<LoadedModel> {
  const { provider, modelId = '' } = parseModelId(id) ?? {};
  if (provider === undefined || modelId === '') throw new ModelFailure({ kind: 'bad-request' });
  // A proxy may know the key itself.
  const isReachable = baseUrl !== undefined || (!provider.isSelfHosted && apiKey);
  if (!isReachable) throw new ModelFailure({ kind: 'auth' });
  const isOfficial = !provider.isSelfHosted && baseUrl === undefined;
  return {
    id,
    model: await provider.load(modelId, { apiKey, baseUrl }),
    costOf: createPricing({ provider: isOfficial ? provider.id : null, modelId, price }),
  };
}

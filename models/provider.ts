import type { LanguageModelV4 } from '@ai-sdk/provider';

import { ModelFailure } from '../domain/model-failure.ts';
import type { LoadedModel } from './loaded-model.ts';
import { type OperatorPrice, createPricing } from './pricing.ts';

/** Keys and addresses, as the settings give them. */
export interface ProviderSettings {
  readonly keys?: {
    readonly anthropic?: string | undefined;
    readonly openai?: string | undefined;
    readonly google?: string | undefined;
    /** For servers that want one; local ones mostly do not. */
    readonly compatible?: string | undefined;
  };
  /** Needed for openai-compatible; for the others the address of a proxy. Prices are then never known. */
  readonly baseUrl?: string | undefined;
  /** What the operator pays where no table knows it. */
  readonly price?: OperatorPrice | undefined;
}

type Build = (modelId: string, settings: ProviderSettings) => Promise<LanguageModelV4>;

const address = ({ baseUrl }: ProviderSettings) => (baseUrl === undefined ? {} : { baseURL: baseUrl });

/** Packages are imported when they are needed: a worker pays in start-up and memory for the one it uses. */
const providers: Readonly<Record<string, Build>> = {
  anthropic: async (modelId, settings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey: settings.keys?.anthropic ?? '', ...address(settings) })(modelId);
  },
  openai: async (modelId, settings) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey: settings.keys?.openai ?? '', ...address(settings) })(modelId);
  },
  google: async (modelId, settings) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey: settings.keys?.google ?? '', ...address(settings) })(modelId);
  },
  'openai-compatible': async (modelId, settings) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const apiKey = settings.keys?.compatible;
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: settings.baseUrl ?? '',
      // Without this the schema of a structured answer is sent nowhere.
      supportsStructuredOutputs: true,
      ...(apiKey !== undefined && { apiKey }),
    })(modelId);
  },
};

/** Loads `provider/model-id`; the id goes on after the first slash and may hold others. Throws ModelFailure. */
export async function loadModel(id: string, settings: ProviderSettings): Promise<LoadedModel> {
  const separator = id.indexOf('/');
  const [provider, modelId] = [id.slice(0, separator), id.slice(separator + 1)];
  const build = providers[provider];
  if (build === undefined || modelId === '') throw new ModelFailure({ kind: 'bad-request' });
  if (!isReachable(provider, settings)) throw new ModelFailure({ kind: 'auth' });
  const isOfficial = provider !== 'openai-compatible' && settings.baseUrl === undefined;
  return {
    id,
    model: await build(modelId, settings),
    costOf: createPricing({ provider: isOfficial ? provider : null, modelId, price: settings.price }),
  };
}

/** A provider at its own address needs a key; one at another address may not. */
function isReachable(provider: string, { keys = {}, baseUrl }: ProviderSettings): boolean {
  return baseUrl !== undefined || Boolean((keys as Readonly<Record<string, string | undefined>>)[provider]);
}

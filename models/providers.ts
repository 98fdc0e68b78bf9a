import type { LanguageModelV4 } from '@ai-sdk/provider';

import { boundedFetch } from './bounded-fetch.ts';

/** Credentials and endpoint of a provider. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  /** Overrides the provider's default endpoint. */
  readonly baseUrl: string | undefined;
}

interface Provider {
  /** Prefix of its model ids, as in `anthropic/…`. */
  readonly id: string;
  /** The environment variable of its key. */
  readonly keyVariable: string;
  /** A server type without a default endpoint; usually needs no key, and its prices are unknown. */
  readonly isSelfHosted: boolean;
  /**
   * Whether tools are declared `strict`. Arguments are checked here in any case: strict mode only spares turns, and a
   * provider whose rules for schemas change would refuse every call.
   */
  readonly hasStrictTools: boolean;
  /** The only import of its package: a process loads only the provider it uses. */
  readonly load: (modelId: string, access: ProviderAccess) => Promise<LanguageModelV4>;
}

const connectionOf = ({ baseUrl }: ProviderAccess) => ({
  fetch: boundedFetch,
  ...(baseUrl !== undefined && { baseURL: baseUrl }),
});

/** Every provider of models. Settings and their messages derive from these rows. */
export const providers = [
  {
    id: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    isSelfHosted: false,
    hasStrictTools: false,
    load: async (modelId, access) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: access.apiKey ?? '', ...connectionOf(access) })(modelId);
    },
  },
  {
    id: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    isSelfHosted: false,
    hasStrictTools: true,
    load: async (modelId, access) => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey: access.apiKey ?? '', ...connectionOf(access) })(modelId);
    },
  },
  {
    id: 'google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    isSelfHosted: false,
    hasStrictTools: false,
    load: async (modelId, access) => {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: access.apiKey ?? '', ...connectionOf(access) })(modelId);
    },
  },
  {
    id: 'openai-compatible',
    keyVariable: 'MODEL_API_KEY',
    isSelfHosted: true,
    hasStrictTools: false,
    load: async (modelId, { apiKey, baseUrl = '' }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl,
        fetch: boundedFetch,
        // Without this the schema of a structured answer is not sent.
        supportsStructuredOutputs: true,
        ...(apiKey !== undefined && { apiKey }),
      })(modelId);
    },
  },
] as const satisfies readonly Provider[];

export type KeyVariable = (typeof providers)[number]['keyVariable'];

/** Splits `provider/model-id`; the model id may contain slashes. Undefined for an unknown provider. */
export function parseModelId(id: string) {
  const [providerId = '', ...rest] = id.split('/');
  const provider = providers.find((one) => one.id === providerId);
  return provider && { provider, modelId: rest.join('/') };
}

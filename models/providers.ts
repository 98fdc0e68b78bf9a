import type { LanguageModelV4 } from '@ai-sdk/provider';

/** What a provider is reached with. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  /** In place of the provider's own address. */
  readonly baseUrl: string | undefined;
}

interface Provider {
  /** What the id of its models begins with, as in `anthropic/…`. */
  readonly id: string;
  /** The environment variable of its key. */
  readonly keyVariable: string;
  /** It is a kind of server, which has no address of its own, mostly wants no key, and whose prices no table knows. */
  readonly isSelfHosted: boolean;
  /** Its package is imported here and nowhere else: a process pays in start-up and memory for the one that it uses. */
  readonly load: (modelId: string, access: ProviderAccess) => Promise<LanguageModelV4>;
}

const addressIn = ({ baseUrl }: ProviderAccess) => (baseUrl === undefined ? {} : { baseURL: baseUrl });

/** Every provider of models. Settings and their messages derive from these rows. */
export const providers = [
  {
    id: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    isSelfHosted: false,
    load: async (modelId, access) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: access.apiKey ?? '', ...addressIn(access) })(modelId);
    },
  },
  {
    id: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    isSelfHosted: false,
    load: async (modelId, access) => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey: access.apiKey ?? '', ...addressIn(access) })(modelId);
    },
  },
  {
    id: 'google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    isSelfHosted: false,
    load: async (modelId, access) => {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: access.apiKey ?? '', ...addressIn(access) })(modelId);
    },
  },
  {
    id: 'openai-compatible',
    keyVariable: 'MODEL_API_KEY',
    isSelfHosted: true,
    load: async (modelId, { apiKey, baseUrl = '' }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl,
        // Without this the schema of a structured answer is sent nowhere.
        supportsStructuredOutputs: true,
        ...(apiKey !== undefined && { apiKey }),
      })(modelId);
    },
  },
] as const satisfies readonly Provider[];

export type KeyVariable = (typeof providers)[number]['keyVariable'];

/** `provider/model-id`, taken apart; the id of the model may hold other slashes. Undefined: no such provider. */
export function parseModelId(id: string) {
  const [providerId = '', ...rest] = id.split('/');
  const provider = providers.find((one) => one.id === providerId);
  return provider && { provider, modelId: rest.join('/') };
}

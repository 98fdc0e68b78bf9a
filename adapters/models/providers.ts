import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';

import type { Effort } from '#contracts/model-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type ModelTraits, unknownTraits } from './model-traits.ts';
import { thinkingBudget } from './thinking-budget.ts';

/** Credentials and endpoint of a provider. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  /** Overrides the provider's default endpoint. */
  readonly baseUrl: string | undefined;
}

/** A call, in no provider's words. */
interface CallDetails {
  /** Tokens of the whole answer, reasoning included. */
  readonly maxOutputTokens: number;
  /** Null: as the provider thinks best. */
  readonly effort: Effort | null;
  readonly traits: ModelTraits;
  /** Calls with the same key begin alike. */
  readonly cacheKey: string | null;
}

/** The options of a call beside its prompt. */
export interface CallSettings {
  readonly maxOutputTokens: number;
  readonly reasoning?: Effort;
  readonly providerOptions?: SharedV4ProviderOptions;
}

export interface Provider {
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
  /** Marks the end of what is to be cached of a prompt; null where the provider finds that itself. */
  readonly cacheMark: SharedV4ProviderOptions | null;
  /** Models by the beginning of their ids; the first that fits counts. */
  readonly models: readonly (ModelTraits & { readonly prefix: string })[];
  readonly settingsOf: (call: CallDetails) => CallSettings;
  /** The only import of its package: a process loads only the provider it uses. */
  readonly load: (modelId: string, access: ProviderAccess) => Promise<LanguageModelV4>;
}

const connectionOf = ({ baseUrl }: ProviderAccess) => ({
  fetch: boundedFetch,
  ...(baseUrl !== undefined && { baseURL: baseUrl }),
});

const withEffort = ({ maxOutputTokens, effort }: CallDetails): CallSettings => ({
  maxOutputTokens,
  ...(effort !== null && { reasoning: effort }),
});

/** Every provider of models. Settings and their messages derive from these rows. */
export const providers = [
  {
    id: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    isSelfHosted: false,
    hasStrictTools: false,
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    models: [
      { prefix: 'claude-3-haiku', outputTokensMax: 4_096, reasons: 'never' },
      { prefix: 'claude-3-5', outputTokensMax: 8_192, reasons: 'never' },
      { prefix: 'claude-opus-4-5', outputTokensMax: 64_000, reasons: 'on-demand' },
      { prefix: 'claude-opus-4-6', outputTokensMax: 128_000, reasons: 'always' },
      { prefix: 'claude-opus-4-7', outputTokensMax: 128_000, reasons: 'always' },
      { prefix: 'claude-opus-4-8', outputTokensMax: 128_000, reasons: 'always' },
      { prefix: 'claude-opus-4', outputTokensMax: 32_000, reasons: 'on-demand' },
      { prefix: 'claude-sonnet-4-6', outputTokensMax: 128_000, reasons: 'always' },
      { prefix: 'claude-sonnet-4', outputTokensMax: 64_000, reasons: 'on-demand' },
      { prefix: 'claude-haiku-4', outputTokensMax: 64_000, reasons: 'on-demand' },
      { prefix: 'claude-3-7', outputTokensMax: 64_000, reasons: 'on-demand' },
      { prefix: 'claude-', outputTokensMax: 64_000, reasons: 'always' },
    ],
    settingsOf: (call) => (call.traits.reasons === 'on-demand' ? thinkingBudget(call) : withEffort(call)),
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
    cacheMark: null,
    models: [
      { prefix: 'gpt-3.5', outputTokensMax: 4_096, reasons: 'never' },
      { prefix: 'gpt-4o', outputTokensMax: 16_384, reasons: 'never' },
      { prefix: 'gpt-4.1', outputTokensMax: 32_768, reasons: 'never' },
      { prefix: 'gpt-4', outputTokensMax: 4_096, reasons: 'never' },
      { prefix: 'gpt-5-chat', outputTokensMax: 16_384, reasons: 'never' },
      { prefix: 'gpt-', outputTokensMax: 128_000, reasons: 'always' },
      { prefix: 'o', outputTokensMax: 100_000, reasons: 'always' },
    ],
    // Nothing of a delivery stays with the provider; the SDK asks for encrypted reasoning in its place.
    settingsOf: (call) => ({
      ...withEffort(call),
      providerOptions: {
        openai: { store: false, ...(call.cacheKey !== null && { promptCacheKey: call.cacheKey }) },
      },
    }),
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
    cacheMark: null,
    models: [
      { prefix: 'gemini-1', outputTokensMax: 8_192, reasons: 'never' },
      { prefix: 'gemini-2.0', outputTokensMax: 8_192, reasons: 'never' },
      { prefix: 'gemini-', outputTokensMax: 65_536, reasons: 'always' },
    ],
    settingsOf: withEffort,
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
    cacheMark: null,
    models: [],
    settingsOf: withEffort,
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

/** The known traits of a model: a row of its provider, otherwise values that are safe for any. */
export const traitsOf = ({ models }: Pick<Provider, 'models'>, modelId: string): ModelTraits =>
  models.find(({ prefix }) => modelId.startsWith(prefix)) ?? unknownTraits;

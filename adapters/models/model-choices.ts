import type { ModelSettings } from '#contracts/model-settings.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { ModelAccessSettings } from './agent-models.ts';
import { parseModelId, providers, traitsOf } from './providers.ts';

/** The models that owners may choose, by the settings of the service. */
export function createModelChoices(settings: ModelAccessSettings) {
  const serviceModel = settings.MODEL ?? offlineModelId;

  /** Why a model cannot be chosen, as a sentence; null where it can. */
  function whyNot(id: string): string | null {
    if (id === offlineModelId || id === settings.MODEL) return null;
    const { provider, modelId = '' } = parseModelId(id) ?? {};
    if (provider === undefined || modelId === '')
      return `${id} is no model: write provider/model-id, the provider one of ${providers.map((one) => one.id).join(', ')}`;
    const isOfService = provider.id === parseModelId(serviceModel)?.provider.id;
    if (provider.isSelfHosted)
      return isOfService
        ? null
        : `${id} needs MODEL_BASE_URL for a MODEL of ${provider.id}, which this service does not have`;
    const isReachable =
      settings[provider.keyVariable] !== undefined || (isOfService && settings.MODEL_BASE_URL !== undefined);
    return isReachable ? null : `${id} needs ${provider.keyVariable}, which this service does not have`;
  }

  /** Settings without effect, as sentences; usually none. */
  function hintsOf({
    main = serviceModel,
    fallback,
    effort,
    maxOutputTokens = 0,
  }: ModelSettings): readonly string[] {
    return [main, ...(fallback === undefined ? [] : [fallback])].flatMap((id) => {
      const { provider, modelId = '' } = parseModelId(id) ?? {};
      if (provider === undefined) return [];
      const { reasons, outputTokensMax } = traitsOf(provider, modelId);
      return [
        ...(effort !== undefined && reasons === 'never'
          ? [`effort is ignored by ${id}, which does not reason.`]
          : []),
        ...(reasons !== 'unknown' && maxOutputTokens > outputTokensMax
          ? [`maxOutputTokens: ${id} writes at most ${outputTokensMax.toLocaleString('en-US')} tokens.`]
          : []),
      ];
    });
  }

  return { serviceModel, whyNot, hintsOf };
}

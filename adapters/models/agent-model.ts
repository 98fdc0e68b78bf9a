import type { AgentModel } from '#capabilities/agent-turn.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { evaluateFilter } from './evaluate-filter.ts';
import { takeOfflineTurn } from './offline-turn.ts';
import type { OnlineModel } from './online-model.ts';
import type { ModelAccess } from './load-model.ts';
import { loadOnce } from '#domain/load-once.ts';
import { unknownTraits } from './model-traits.ts';
import { noTuning, outputTokensOf } from './output-tokens.ts';
import { parseModelId, traitsOf } from './providers.ts';
import { resultMessage } from './result-message.ts';

export interface AgentModelConfig extends ModelAccess {
  /** `provider/model-id`, or `offline/rules-1`. */
  readonly id: string;
}

/** Creates the model of an agent. The SDK and the provider package load on the first call, never for the rules. */
export function createAgentModel(config: AgentModelConfig): AgentModel {
  if (config.id === offlineModelId) return offlineModel;
  const { provider, modelId = '' } = parseModelId(config.id) ?? {};
  const traits = provider ? traitsOf(provider, modelId) : unknownTraits;
  const load = loadOnce(() => loadOnline(config));
  return {
    id: config.id,
    isOffline: false,
    outputTokensMax: outputTokensOf({ traits, tuning: config.tuning ?? noTuning }),
    turn: async (input) => await (await load()).turn(input),
    estimateMaxUsage: async (input) => await (await load()).estimateMaxUsage(input),
    evaluateFilter: async (input) => await evaluateFilter(load, input),
    proposeCondition: async (input) => await (await load()).proposeCondition(input),
    proposePlan: async (input) => await (await load()).proposePlan(input),
    resultMessage,
  };
}

const offlineModel: AgentModel = {
  id: offlineModelId,
  isOffline: true,
  outputTokensMax: 0,
  turn: (input) => Promise.resolve().then(() => takeOfflineTurn(input)),
  estimateMaxUsage: () => Promise.resolve(() => ({ inputTokens: 0, outputTokens: 0, amountMicros: null })),
  evaluateFilter: async (input) => await evaluateFilter(null, input),
  proposeCondition: null,
  proposePlan: null,
  resultMessage,
};

async function loadOnline(config: AgentModelConfig): Promise<OnlineModel> {
  const { loadOnlineModel } = await import('./online-model.ts');
  return await loadOnlineModel(config.id, config);
}

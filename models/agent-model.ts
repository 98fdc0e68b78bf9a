import type { AgentModel } from '../contracts/turn.ts';
import { offlineModelId } from '../domain/offline-model-id.ts';
import { setSdkGlobals } from './sdk-globals.ts';
import { judge } from './judge.ts';
import type { LoadedModel } from './loaded-model.ts';
import { noCost } from './no-cost.ts';
import { createOfflineModel } from './offline/offline-model.ts';
import type { ProviderSettings } from './provider.ts';
import { takeTurn } from './take-turn.ts';
import { toolResultMessage } from './tool-result.ts';

export interface AgentModelConfig extends ProviderSettings {
  /** `provider/model-id`, or `offline/rules-1`. */
  readonly id: string;
}

/** The mind of the agent. A provider's package is loaded with the first call, and never for the offline rules. */
export function createAgentModel(config: AgentModelConfig): AgentModel {
  setSdkGlobals();
  const isOffline = config.id === offlineModelId;
  let loading: Promise<LoadedModel> | undefined;
  const load = (): Promise<LoadedModel> =>
    (loading ??= isOffline ? Promise.resolve(offline()) : loadOnline(config));
  return {
    id: config.id,
    isOffline,
    turn: async (input) => await takeTurn(await load(), input),
    judge: async (input) => await judge({ isOffline }, load, input),
    toolResult: toolResultMessage,
  };
}

const offline = (): LoadedModel => ({
  id: offlineModelId,
  isOffline: true,
  model: createOfflineModel(),
  costOf: () => noCost,
});

async function loadOnline(config: AgentModelConfig): Promise<LoadedModel> {
  const { loadModel } = await import('./provider.ts');
  return await loadModel(config.id, config);
}

import type { AgentModel, TurnInput } from '../capabilities/turn.ts';
import type { JudgeInput } from '../contracts/turn.ts';
import { judgeWithModel } from './judge-with-model.ts';
import type { LoadedModel } from './loaded-model.ts';
import { loadModel, type ModelAccess } from './load-model.ts';
import { setSdkGlobals } from './sdk-globals.ts';
import { takeTurn, turnAtMost } from './take-turn.ts';

/** What a model of a provider does for an agent. This module loads the SDK: import it when it is needed. */
export type OnlineModel = Pick<AgentModel, 'turn' | 'atMost' | 'judge'>;

export function createOnlineModel(loaded: LoadedModel): OnlineModel {
  return {
    turn: async (input: TurnInput) => await takeTurn(loaded, input),
    atMost: (input: TurnInput) => Promise.resolve(turnAtMost(loaded, input)),
    judge: async (input: JudgeInput) => await judgeWithModel(loaded, input),
  };
}

/** Throws ModelFailure. */
export async function loadOnlineModel(id: string, access: ModelAccess): Promise<OnlineModel> {
  setSdkGlobals();
  return createOnlineModel(await loadModel(id, access));
}

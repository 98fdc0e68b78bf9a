import type { AgentModel, Proposer, TurnInput } from '#capabilities/agent-turn.ts';
import type { ConditionProposalInput, PlanProposalInput } from '#contracts/proposal.ts';
import type { FilterInput } from '#contracts/turn.ts';
import { estimateMaxTurnUsage } from './estimate-turn.ts';
import { evaluateFilterWithModel } from './evaluate-filter-with-model.ts';
import type { LoadedModel } from './loaded-model.ts';
import { loadModel, type ModelAccess } from './load-model.ts';
import { proposeCondition } from './propose-condition.ts';
import { proposePlan } from './propose-plan.ts';
import { setSdkGlobals } from './sdk-globals.ts';
import { takeTurn } from './take-turn.ts';

/** A provider's model. This module loads the SDK: import it dynamically. */
export type OnlineModel = Pick<AgentModel, 'turn' | 'estimateMaxUsage' | 'evaluateFilter'> & Proposer;

export function createOnlineModel(loaded: LoadedModel): OnlineModel {
  return {
    turn: async (input: TurnInput) => await takeTurn(loaded, input),
    estimateMaxUsage: (input: TurnInput) => Promise.resolve(estimateMaxTurnUsage(loaded, input)),
    evaluateFilter: async (input: FilterInput) => await evaluateFilterWithModel(loaded, input),
    proposeCondition: async (input: ConditionProposalInput) => await proposeCondition(loaded, input),
    proposePlan: async (input: PlanProposalInput) => await proposePlan(loaded, input),
  };
}

/** Throws ModelFailure. */
export async function loadOnlineModel(id: string, access: ModelAccess): Promise<OnlineModel> {
  setSdkGlobals();
  return createOnlineModel(await loadModel(id, access));
}

import type { AgentModel, Proposer, TurnInput } from '#capabilities/agent-turn.ts';
import type { ConditionProposalInput, PlanProposalInput } from '#contracts/proposal.ts';
import type { FilterInput, Purse } from '#contracts/turn.ts';
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
  const payingFrom = ({ purse }: { readonly purse?: Purse }) => ({ ...loaded, purse });
  return {
    turn: async (input: TurnInput) => await takeTurn(payingFrom(input), input),
    estimateMaxUsage: (input: TurnInput) => Promise.resolve(estimateMaxTurnUsage(loaded, input)),
    evaluateFilter: async (input: FilterInput) => await evaluateFilterWithModel(payingFrom(input), input),
    proposeCondition: async (input: ConditionProposalInput) =>
      await proposeCondition(payingFrom(input), input),
    proposePlan: async (input: PlanProposalInput) => await proposePlan(payingFrom(input), input),
  };
}

/** Throws ModelFailure. */
export async function loadOnlineModel(id: string, access: ModelAccess): Promise<OnlineModel> {
  setSdkGlobals();
  return createOnlineModel(await loadModel(id, access));
}

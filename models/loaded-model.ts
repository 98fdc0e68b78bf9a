import type { LanguageModelV4 } from '@ai-sdk/provider';

import type { TurnCost, TurnUsage } from '../contracts/turn.ts';

/** A model ready to be called, with its pricing. */
export interface LoadedModel {
  /** `provider/model-id`. */
  readonly id: string;
  readonly model: LanguageModelV4;
  /** Whether its provider is to hold the model to the schemas of tools. */
  readonly hasStrictTools: boolean;
  readonly costOf: (usage: TurnUsage) => TurnCost;
}

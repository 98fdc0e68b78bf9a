import type { LanguageModelV4 } from '@ai-sdk/provider';

import type { TurnCost, TurnUsage } from '../contracts/turn.ts';

/** A model ready to be called, with what its calls cost. */
export interface LoadedModel {
  /** `provider/model-id`. */
  readonly id: string;
  readonly model: LanguageModelV4;
  readonly costOf: (usage: TurnUsage) => TurnCost;
}

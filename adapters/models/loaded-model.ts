import type { LanguageModelV4 } from '@ai-sdk/provider';

import type { Purse, TurnCost, TurnUsage } from '#contracts/turn.ts';
import type { ModelTraits } from './model-traits.ts';
import type { OnModelCall } from './observed-call.ts';
import type { ModelTuning } from './output-tokens.ts';
import type { Provider } from './providers.ts';

/** A model ready to be called, with its pricing. */
export interface LoadedModel {
  /** `provider/model-id`. */
  readonly id: string;
  readonly model: LanguageModelV4;
  readonly provider: Pick<Provider, 'hasStrictTools' | 'cacheMark' | 'settingsOf'>;
  readonly traits: ModelTraits;
  readonly tuning: ModelTuning;
  /** The key of the provider, which appears in no failure. */
  readonly secrets: readonly string[];
  readonly costOf: (usage: TurnUsage) => TurnCost;
  /** Pays for turns and for answers that are objects. Absent: no budget holds for them. */
  readonly purse?: Purse | undefined;
  /** Told of every call. */
  readonly onCall?: OnModelCall | undefined;
}

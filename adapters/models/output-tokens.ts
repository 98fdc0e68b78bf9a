import type { Effort } from '#contracts/model-settings.ts';
import { type ModelTraits, unknownTraits } from './model-traits.ts';

/** The owner's choices for a model. */
export interface ModelTuning {
  /** Null: as the provider thinks best. */
  readonly effort: Effort | null;
  /** The longest answer, reasoning included. Null: by model. */
  readonly maxOutputTokens: number | null;
}

export const noTuning: ModelTuning = { effort: null, maxOutputTokens: null };

interface Tuned {
  readonly traits: ModelTraits;
  readonly tuning: ModelTuning;
}

/** Tokens that the answer of a turn may have beside its reasoning. */
const answerTokensMax = 4_096;

/** Tokens for the reasoning before an answer: providers count them as a part of it. */
export const reasoningTokens: Readonly<Record<Effort, number>> = {
  none: 0,
  low: 4_096,
  medium: 12_288,
  high: 28_672,
};

/** The effort where the owner chose none. */
const usualEffort = { always: 'medium', 'on-demand': 'none', never: 'none', unknown: 'none' } as const;

/** Null where the model cannot be told. */
export const effortOf = ({ traits, tuning }: Tuned): Effort | null =>
  traits.reasons === 'never' ? null : tuning.effort;

/** The usual limit of an answer that needs `answerTokens` itself. */
export function outputTokensOf(model: Tuned, answerTokens: number = answerTokensMax): number {
  const effort = effortOf(model) ?? usualEffort[model.traits.reasons];
  return capOutputTokens(model, model.tuning.maxOutputTokens ?? answerTokens + reasoningTokens[effort]);
}

/** The limit as it may be asked for: within what the owner chose and the model can write. */
export function capOutputTokens({ traits, tuning }: Tuned, maxOutputTokens: number): number {
  const chosen = tuning.maxOutputTokens ?? Infinity;
  // The owner knows an unknown model better.
  const known =
    traits === unknownTraits && tuning.maxOutputTokens !== null ? Infinity : traits.outputTokensMax;
  return Math.min(maxOutputTokens, chosen, known);
}

import type { ModelFailureKind, ProviderError, TurnUsage } from '#contracts/turn.ts';
import { noUsage } from './no-usage.ts';

/**
 * A model that gave no usable answer. It carries a fixed sentence and no cause: the error of the provider holds the
 * whole request, and logs and records must not contain the prompt. `said` is what is left of it.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly failure: ModelFailureKind;
  readonly said: ProviderError | null;
  /** Usage of the answer that cannot be used, where one came. */
  readonly usage: TurnUsage;

  constructor(
    failure: ModelFailureKind,
    said: ProviderError | null = null,
    usage: TurnUsage = { ...noUsage, isReported: false },
  ) {
    super(`The model gave no usable answer (${failure.kind}).`);
    this.failure = failure;
    this.said = said;
    this.usage = usage;
  }
}

/** An answer came, and cannot be read. */
export const isBadAnswer = (error: unknown): error is ModelFailure =>
  error instanceof ModelFailure && error.failure.kind === 'bad-answer';

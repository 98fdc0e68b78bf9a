import type { ModelFailureKind, ProviderError } from '../contracts/turn.ts';

/**
 * A model that gave no usable answer. It carries a fixed sentence and no cause: the error of the provider holds the
 * whole request, and logs and records must not contain the prompt. `said` is what is left of it.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly failure: ModelFailureKind;
  readonly said: ProviderError | null;

  constructor(failure: ModelFailureKind, said: ProviderError | null = null) {
    super(`The model gave no usable answer (${failure.kind}).`);
    this.failure = failure;
    this.said = said;
  }
}

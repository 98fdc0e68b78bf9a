import type { ModelFailureKind } from '../contracts/turn.ts';

/**
 * A model that gave no usable answer. It carries a fixed sentence and no cause: the error of the provider holds the
 * whole request, and whoever logs or stores this one must not store the prompt with it.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly failure: ModelFailureKind;

  constructor(failure: ModelFailureKind) {
    super(`The model gave no usable answer (${failure.kind}).`);
    this.failure = failure;
  }
}

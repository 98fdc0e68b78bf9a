import type { ModelFailureKind } from '../contracts/turn.ts';

/**
 * A model that gave no usable answer. It carries a fixed sentence and no cause: the error of the provider holds the
 * whole request, and logs and records must not contain the prompt.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly failure: ModelFailureKind;

  constructor(failure: ModelFailureKind) {
    super(`The model gave no usable answer (${failure.kind}).`);
    this.failure = failure;
  }
}

import type { DomainError } from '#domain/domain-error.ts';

/** The parts of a refusal beside its code. */
export interface ShownRefusal {
  readonly headers: Readonly<Record<string, string>>;
  /** HTML in the place of the JSON. */
  readonly page?: string;
}

/** A refusal that scripts of a page may read, or that is a page itself. */
export class VisitorRefusal extends Error {
  override readonly name = 'VisitorRefusal';
  readonly refusal: DomainError;
  readonly shown: ShownRefusal;

  constructor(refusal: DomainError, shown: ShownRefusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.shown = shown;
  }
}

import type { FormProblem } from '../../parts/refused-form.ts';

/** A refused form: the part of the page, and the typed values. */
export interface RefusedPart {
  readonly part: string;
  readonly typed: URLSearchParams;
  readonly problem: FormProblem;
}

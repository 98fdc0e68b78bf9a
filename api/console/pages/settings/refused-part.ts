import type { FormProblem } from '../../parts/refused-form.ts';

/** What could not be done: the part of the page, and what was typed there. */
export interface RefusedPart {
  readonly part: string;
  readonly typed: URLSearchParams;
  readonly problem: FormProblem;
}

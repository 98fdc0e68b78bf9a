import type { FormProblem } from '../../parts/refused-form.ts';

/** The problem of the field that holds the wrong member: `paths` for `paths[0]`. */
export const topField = (problem: FormProblem): FormProblem => ({
  ...problem,
  field: /^\w+/.exec(problem.field ?? '')?.[0] ?? null,
});

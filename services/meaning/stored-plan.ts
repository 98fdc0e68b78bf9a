import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Plan, StoredPlan } from '#contracts/plan.ts';
import { DomainError } from '#domain/domain-error.ts';
import { conditionDialect } from '#rules/condition.ts';
import { compilePlan } from '#rules/plan.ts';

/** A plan that its owner wrote, as it is kept. Throws INVALID_PLAN with the place of the fault. */
export function storedPlan(plan: Plan, answerSchema: AnswerSchema | null): StoredPlan {
  const compiled = compilePlan(plan, answerSchema);
  if (compiled.state === 'compiled')
    return { dialect: conditionDialect, by: 'owner', isConfirmed: true, plan };
  const { path, message, line, column, expected } = compiled;
  throw new DomainError(
    'INVALID_PLAN',
    `plan.${path}, line ${line}, column ${column}: ${message} Expected: ${expected}.`,
    { field: `plan.${path}`, members: { path, line, column, expected } },
  );
}

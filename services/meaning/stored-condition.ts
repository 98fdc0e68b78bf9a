import type { StoredCondition } from '#contracts/condition.ts';
import { DomainError } from '#domain/domain-error.ts';
import { readCondition } from '#rules/judge-condition.ts';

/** A condition as it is kept. Throws INVALID_CONDITION with the place of the fault. */
export function storedCondition(text: string, field = 'condition'): StoredCondition {
  const read = readCondition(text);
  if ('dialect' in read) return { ...read, by: 'owner' };
  const { message, line, column, expected } = read;
  throw new DomainError(
    'INVALID_CONDITION',
    `${field}, line ${line}, column ${column}: ${message} Expected: ${expected}.`,
    { field, members: { line, column, expected } },
  );
}

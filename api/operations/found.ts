import { DomainError } from '#domain/domain-error.ts';

/** Returns the value or throws NOT_FOUND; ids of other workspaces are not found either. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new DomainError('NOT_FOUND', `There is no such ${what}`);
  return thing;
}

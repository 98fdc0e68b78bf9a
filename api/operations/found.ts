import { DomainError } from '../../domain/domain-error.ts';

/** What was looked up, or 404: another workspace's ids are not found either. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new DomainError('NOT_FOUND', `There is no such ${what}`);
  return thing;
}

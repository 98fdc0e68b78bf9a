import { DomainError } from '../domain/domain-error.ts';

/** What cannot be read or decoded; the message names the field. */
export function invalid(message: string): DomainError {
  return new DomainError('INVALID_REQUEST', message);
}

/** What could be read, but would cost too much. */
export function overLimit(message: string): DomainError {
  return new DomainError('TOOL_LIMIT_EXCEEDED', message);
}

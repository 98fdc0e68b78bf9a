import { DomainError } from '#domain/domain-error.ts';

/** The answer of a call; null if the thing is not found. Other refusals stay refusals. */
export const ifFound = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  });

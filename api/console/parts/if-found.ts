import { DomainError } from '#domain/domain-error.ts';

/** What a call answers; null where it says that there is no such thing. Other refusals stay refusals. */
export const ifFound = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  });

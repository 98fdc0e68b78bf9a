import { DomainError } from '../../domain/domain-error.ts';

/** A refusal with a sentence about `params.image`. */
export function refuseImage(sentence: string): DomainError {
  return new DomainError('INVALID_IMAGE', `params.image: ${sentence}`);
}

export const tooManyBytes = 'the image is larger than 10 MB.';

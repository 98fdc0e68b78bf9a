import { ToolError } from '../tool-error.ts';

/** A refusal about `params.image`; pass `hint` unless the next step is to send another kind of image. */
export function refuseImage(sentence: string, hint?: string): ToolError {
  return new ToolError('INVALID_IMAGE', `params.image: ${sentence}`, hint === undefined ? {} : { hint });
}

export const tooManyBytes = 'the image is larger than 10 MB.';

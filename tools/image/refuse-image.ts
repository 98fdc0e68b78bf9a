import { ToolError } from '../tool-error.ts';

/** A refusal with a sentence about `params.image`; `hint` where the next step is not another kind of image. */
export function refuseImage(sentence: string, hint?: string): ToolError {
  return new ToolError('INVALID_IMAGE', `params.image: ${sentence}`, hint === undefined ? {} : { hint });
}

export const tooManyBytes = 'the image is larger than 10 MB.';

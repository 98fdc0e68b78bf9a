import { z } from 'zod';

import { hooksErrors } from './errors/hooks.ts';
import { manageErrors } from './errors/manage.ts';
import { publicErrors } from './errors/public.ts';
import { sharedErrors } from './errors/shared.ts';

/** Every error code of the API. A closed list: code that uses an unlisted one does not compile. */
export const errorCatalogue = { ...sharedErrors, ...publicErrors, ...hooksErrors, ...manageErrors } as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error response; `error` repeats `message` for older clients. Some have further members. */
export const ErrorBody = z.looseObject({
  error: z.string().describe('The same text as `message`, for older callers.'),
  code: z
    .enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]])
    .describe('Why, for programs: a code never changes its meaning.'),
  message: z.string().describe('The error in words for people; the wording may change at any time.'),
  hint: z.string().describe('The next step.'),
});

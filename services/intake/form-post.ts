import type { IncomingHttpHeaders } from 'node:http';

import { mediaTypeOf } from '#domain/body-text.ts';

const formTypes: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Whether a body is the content of an HTML form. */
export const isFormPost = (headers: IncomingHttpHeaders): boolean =>
  formTypes.includes(mediaTypeOf(headers['content-type'] ?? null));

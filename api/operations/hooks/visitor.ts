import type { IncomingHttpHeaders } from 'node:http';

import { isFormPost } from '#intake/form-post.ts';

/** Whether a request wants a page: what browsers ask for when they go somewhere. */
export const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => /\btext\/html\b/.test(accept ?? '');

/**
 * Whether a form is posted by a browser that goes on to the answer. A script that posts one reads the answer itself, and
 * says so: browsers name its site and how it asks.
 */
export function isVisitor(headers: IncomingHttpHeaders): boolean {
  if (!isFormPost(headers)) return false;
  if (wantsPage(headers)) return true;
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const isScript = headers.origin !== undefined && mode !== 'navigate';
  return !isScript && !/^application\/json\b/.test(headers.accept ?? '');
}

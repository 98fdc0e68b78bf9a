import type { IncomingHttpHeaders } from 'node:http';

import type { HtmlForm } from '#contracts/form.ts';

/** Headers that let scripts of the owner's own sites read an answer; none where others ask. */
export function corsHeaders(
  form: Pick<HtmlForm, 'origins'> | null,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  if (form?.origins === undefined) return {};
  if (!isListed(form, origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'API-Version, Retry-After, X-Request-Id',
  };
}

const isListed = (
  { origins = [] }: Pick<HtmlForm, 'origins'>,
  origin: string | undefined,
): origin is string => origin !== undefined && origins.includes(origin);

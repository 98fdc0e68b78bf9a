import type { ParameterizedContext } from 'koa';

import { errorCatalogue } from '../../contracts/errors.ts';
import { asRefusal } from '../errors/as-refusal.ts';
import { statusOfError } from '../errors/status-of-error.ts';
import { html } from '../html.ts';
import type { AppState } from '../state.ts';
import { type View, view } from './define-page.ts';

/** A refusal as a page, for browsers. Throws it again for programs, and whatever is no refusal. */
export function refusedPage(ctx: ParameterizedContext<AppState>, error: unknown): View {
  const refusal = asRefusal(error);
  const isBrowser = /\btext\/html\b/.test(ctx.get('Accept'));
  if (refusal === undefined || !isBrowser) throw error;
  const { code, message, hint = errorCatalogue[code].hint } = refusal;
  return view({
    title: message,
    status: statusOfError(code, false),
    body: html`<h1>${message}</h1>
      <p>${hint}</p>
      <p class="quiet"><code>${code}</code></p>
      <p><a class="button" href="/console">Back to the console</a></p>`,
  });
}

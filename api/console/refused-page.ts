import type { ParameterizedContext } from 'koa';

import { errorCatalogue } from '#contracts/errors.ts';
import { type FaultDeps, refusalOf } from '../errors/refusal-of.ts';
import { statusOfError } from '../errors/status-of-error.ts';
import { html } from '../html.ts';
import type { AppState } from '../state.ts';
import { type View, view } from './define-page.ts';

/** A refusal, an outage or a bug as a page, for browsers. Throws it again for programs. */
export function refusedPage(ctx: ParameterizedContext<AppState>, error: unknown, deps: FaultDeps): View {
  if (!/\btext\/html\b/.test(ctx.get('Accept'))) throw error;
  const { code, message, retryAfterSeconds, hint = errorCatalogue[code].hint } = refusalOf(ctx, error, deps);
  return view({
    title: message,
    status: statusOfError(code, false),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    body: html`<h1>${message}</h1>
      <p>${hint}</p>
      <p class="quiet"><code>${code}</code></p>
      <p><a class="button" href="/console">Back to the console</a></p>`,
  });
}

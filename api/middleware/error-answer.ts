import type { Middleware, ParameterizedContext } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import type { AppState } from '../state.ts';
import { errorBody } from '../errors/error-body.ts';
import { type FaultDeps, refusalOf } from '../errors/refusal-of.ts';
import { drained, drainedBytesMax } from '../body/read-bytes.ts';
import { statusOfError } from '../errors/status-of-error.ts';
import { type ShownRefusal, VisitorRefusal } from '../errors/visitor-refusal.ts';

/** The only place that turns errors into responses. */
export function errorAnswer(deps: FaultDeps): Middleware<AppState> {
  return async function errorAnswer(ctx, next) {
    try {
      await next();
      refuseUnanswered(ctx);
    } catch (error) {
      await answer(ctx, refusalOf(ctx, error, deps), shownAs(error));
    }
  };
}

/** Throws for requests that no route answered: 404, or 405 if the path exists with other methods. */
function refuseUnanswered(ctx: ParameterizedContext<AppState>): void {
  // The router answers OPTIONS with 200 on its own, although no operation supports it.
  const isRouterOptions = ctx.method === 'OPTIONS' && ctx.status === 200 && ctx.state.operation === undefined;
  if (isRouterOptions) throw new DomainError('METHOD_NOT_ALLOWED', 'OPTIONS is not supported here');
  if (ctx.body != null || ctx.status < 400) return;
  if (ctx.status === 405 || ctx.status === 501) {
    throw new DomainError('METHOD_NOT_ALLOWED', `${ctx.method} is not supported here`);
  }
  if (ctx.status === 404) throw new DomainError('NOT_FOUND', 'There is nothing at this address');
}

const shownAs = (error: unknown): ShownRefusal =>
  error instanceof VisitorRefusal ? error.shown : { headers: {} };

async function answer(
  ctx: ParameterizedContext<AppState>,
  error: DomainError,
  { headers, page }: ShownRefusal = { headers: {} },
): Promise<void> {
  const { code, retryAfterSeconds, members } = error;
  ctx.status = statusOfError(code, ctx.path.startsWith('/api/'));
  ctx.body = page ?? { ...members, ...errorBody(error) };
  if (page !== undefined) ctx.type = 'html';
  ctx.set(headers);
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  if (ctx.req.complete) return;
  // Too much to discard, so the connection cannot be reused.
  if (Number(ctx.get('Content-Length')) > drainedBytesMax) ctx.set('Connection', 'close');
  // Closing the connection while the client still sends resets it, and the client loses the response.
  else if (!ctx.res.shouldKeepAlive) await drained(ctx.req);
}

import type { ParameterizedContext } from 'koa';

/** A browser asking whether a page of another origin may send a request. */
export function isPreflight(ctx: ParameterizedContext): boolean {
  return (
    ctx.method === 'OPTIONS' &&
    ctx.headers.origin !== undefined &&
    ctx.headers['access-control-request-method'] !== undefined
  );
}

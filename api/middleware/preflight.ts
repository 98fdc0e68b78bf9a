import type { ParameterizedContext } from 'koa';

/** Whether the request is a CORS preflight. */
export function isPreflight(ctx: ParameterizedContext): boolean {
  return (
    ctx.method === 'OPTIONS' &&
    ctx.headers.origin !== undefined &&
    ctx.headers['access-control-request-method'] !== undefined
  );
}

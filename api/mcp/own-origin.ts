import { isIP } from 'node:net';

import type { Middleware } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import type { AppState } from '../state.ts';

/**
 * Throws ORIGIN_NOT_ALLOWED for a page of another origin, and for a host name that is not ours: a page may have its own name resolved to the address of
 * this service. Programs send no `Origin`.
 */
export function ownOrigin({ publicUrl }: { readonly publicUrl: string }): Middleware<AppState> {
  const own = new URL(publicUrl);
  return async function ownOrigin(ctx, next) {
    const { origin } = ctx.headers;
    if (origin !== undefined && origin !== own.origin)
      throw new DomainError('ORIGIN_NOT_ALLOWED', 'Pages of other origins may not call this address');
    const name = ctx.hostname.replaceAll(/^\[|\]$/g, '');
    if (name !== own.hostname && name !== 'localhost' && isIP(name) === 0)
      throw new DomainError('ORIGIN_NOT_ALLOWED', 'The Host header does not name this service');
    await next();
  };
}

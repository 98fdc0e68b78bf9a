import type { Middleware } from 'koa';

import { errorCatalogue } from '#contracts/errors.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hashOfToken, isSameHash } from '#domain/token.ts';
import type { Tokens } from '#store/token/tokens.ts';
import type { AppState } from '../state.ts';

const unauthenticated = () => new DomainError('UNAUTHENTICATED', 'The request carries no valid token');

const operatorWanted = () =>
  new DomainError('UNAUTHENTICATED', "The request does not carry the operator's token", {
    hint: errorCatalogue.UNAUTHENTICATED.operatorHint,
  });

const mcpWanted = () =>
  new DomainError('UNAUTHENTICATED', 'The request carries no valid token of /mcp', {
    hint: 'Send Authorization: Bearer <token> with a token that was made for /mcp (POST /manage/tokens with "for": "mcp"); those of the management API do not open it. Without the header the public tools are there.',
  });

const tokenIn = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

/** Authenticates by a token of a workspace or that of the operator; for the latter no workspace is stored. */
export function anyBearer(
  deps: { tokens: Pick<Tokens, 'authorize'>; adminToken: string },
  owner: Middleware<AppState>,
): Middleware<AppState> {
  const expected = hashOfToken(deps.adminToken);
  return async function anyBearer(ctx, next) {
    const token = tokenIn(ctx.headers.authorization);
    if (token !== undefined && isSameHash(hashOfToken(token), expected)) await next();
    else await owner(ctx, next);
  };
}

/** Authenticates on /manage by a token of a workspace, and stores in `ctx.state` what it opens. */
export function workspaceBearer({ tokens }: { tokens: Pick<Tokens, 'authorize'> }): Middleware<AppState> {
  return async function workspaceBearer(ctx, next) {
    const token = tokenIn(ctx.headers.authorization);
    const workspace = token === undefined ? null : await tokens.authorize(token);
    if (workspace === null) throw unauthenticated();
    ctx.state.workspace = workspace;
    await next();
  };
}

/** Authenticates on /mcp by a token that was made for it. A request without one is anonymous. */
export function mcpBearer({ tokens }: { tokens: Pick<Tokens, 'authorize'> }): Middleware<AppState> {
  return async function mcpBearer(ctx, next) {
    const { authorization } = ctx.headers;
    if (authorization !== undefined) {
      const token = tokenIn(authorization);
      const workspace = token === undefined ? null : await tokens.authorize(token, 'mcp');
      if (workspace === null) {
        ctx.set('WWW-Authenticate', 'Bearer');
        throw mcpWanted();
      }
      ctx.state.workspace = workspace;
    }
    await next();
  };
}

/** Authenticates the operator of the service. */
export function operatorBearer({ adminToken }: { adminToken: string }): Middleware<AppState> {
  const expected = hashOfToken(adminToken);
  return async function operatorBearer(ctx, next) {
    const token = tokenIn(ctx.headers.authorization);
    if (token === undefined || !isSameHash(hashOfToken(token), expected)) throw operatorWanted();
    await next();
  };
}

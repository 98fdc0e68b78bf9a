import type { Middleware } from 'koa';

import { DomainError } from '../../domain/domain-error.ts';
import { hashOfToken, isSameHash } from '../../domain/token.ts';
import type { Workspaces } from '../../store/workspaces.ts';
import type { AppState } from '../state.ts';

const unauthenticated = () => new DomainError('UNAUTHENTICATED', 'The request carries no valid token');

function tokenIn(header: string | undefined): string {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  return token;
}

/** The door of /manage for owners: leaves the workspace of the token in the state. */
export function workspaceBearer({ workspaces }: { workspaces: Workspaces }): Middleware<AppState> {
  return async function workspaceBearer(ctx, next) {
    const workspace = await workspaces.findByToken(tokenIn(ctx.headers.authorization));
    if (workspace === null) throw unauthenticated();
    ctx.state.workspace = workspace;
    await next();
  };
}

/** The door for the operator of the service. */
export function operatorBearer({ adminToken }: { adminToken: string }): Middleware<AppState> {
  const expected = hashOfToken(adminToken);
  return async function operatorBearer(ctx, next) {
    if (!isSameHash(hashOfToken(tokenIn(ctx.headers.authorization)), expected)) throw unauthenticated();
    await next();
  };
}

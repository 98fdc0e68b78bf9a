import type { ParameterizedContext } from 'koa';

import { DomainError } from '../domain/domain-error.ts';
import type { AppState } from './state.ts';

/** The workspace that the door let in; only routes behind that door may ask. */
export function workspaceOf(ctx: ParameterizedContext<AppState>): {
  readonly id: string;
  readonly name: string;
} {
  const { workspace } = ctx.state;
  if (workspace === undefined) throw new DomainError('UNAUTHENTICATED', 'The request carries no valid token');
  return workspace;
}

/** What was looked up, or 404: another workspace's ids are not found either. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new DomainError('NOT_FOUND', `There is no such ${what}`);
  return thing;
}

import type { ParameterizedContext } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import type { Logger } from '#platform/logger.ts';
import type { AppState } from '../state.ts';
import { asRefusal } from './as-refusal.ts';

export interface FaultDeps {
  /** Receives outages and bugs. */
  readonly logger: Logger;
  /** Why the store cannot do what was asked, as a sentence; null for an error of another kind. */
  readonly storeProblemOf: (error: unknown) => string | null;
}

const retryAfterSeconds = 5;

/** The paths of owners, of their agents and of the operator; hooks and the public API answer an outage in their own way. */
const isManaged = (path: string) => /^\/(?:manage|console|mcp)(?:\/|$)/.test(path);

/**
 * The refusal that an error is answered with. An error that is not a refusal is an outage, which is named, or a bug; both
 * are logged.
 */
export function refusalOf(
  ctx: ParameterizedContext<AppState>,
  error: unknown,
  { logger, storeProblemOf }: FaultDeps,
): DomainError {
  const refusal = asRefusal(error);
  if (refusal !== undefined) return refusal;
  const { requestId } = ctx.state;
  // A write that fails because the client disconnected is not our error.
  if (ctx.req.socket.destroyed) logger.info({ requestId, error }, 'client disconnected');
  else logger.error({ requestId, error }, 'request failed');
  const problem = isManaged(ctx.path) ? storeProblemOf(error) : null;
  if (problem !== null) return new DomainError('SERVICE_UNAVAILABLE', problem, { retryAfterSeconds });
  return new DomainError('INTERNAL_ERROR', `Something on our side failed (request ${requestId})`);
}

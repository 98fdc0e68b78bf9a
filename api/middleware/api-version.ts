import type { Middleware } from 'koa';
import { serializeItem } from 'structured-headers';

import type { ApiVersions } from '../../domain/api-versions.ts';
import { isPreflight } from './preflight.ts';
import type { AppState } from '../state.ts';

interface VersionDeps {
  readonly versions: ApiVersions;
}

/** Names the version on an answer, whatever that will be. */
export function apiVersion({ versions }: VersionDeps): Middleware<AppState> {
  return function apiVersion(ctx, next) {
    ctx.set('API-Version', versions.current);
    return next();
  };
}

/**
 * Answers in the version that the request names, and tells when that one ends. Throws UNSUPPORTED_API_VERSION,
 * API_VERSION_RETIRED. Node joins a header that came twice with a comma, which names no version.
 */
export function requestedVersion({ versions }: VersionDeps): Middleware<AppState> {
  return function requestedVersion(ctx, next) {
    ctx.vary('API-Version');
    if (isPreflight(ctx)) return next();
    const header = ctx.headers['api-version'];
    const { version, deprecatedAt, sunsetAt } = versions.choose(header?.toString(), new Date());
    if (version !== versions.current) ctx.set('API-Version', version);
    if (deprecatedAt !== null) ctx.set('Deprecation', serializeItem(deprecatedAt));
    if (sunsetAt !== null) ctx.set('Sunset', sunsetAt.toUTCString());
    return next();
  };
}

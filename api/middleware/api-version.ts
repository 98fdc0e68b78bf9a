import type { Middleware } from 'koa';
import { serializeItem } from 'structured-headers';

import type { ApiVersions } from '#domain/api-versions.ts';
import { isPreflight } from './preflight.ts';
import type { AppState } from '../state.ts';

interface VersionDeps {
  readonly versions: ApiVersions;
}

/** Sets the version header before anything can fail, so that error responses carry it too. */
export function apiVersion({ versions }: VersionDeps): Middleware<AppState> {
  return function apiVersion(ctx, next) {
    ctx.set('API-Version', versions.current);
    return next();
  };
}

/**
 * Selects the requested version and announces its deprecation and removal. Throws UNSUPPORTED_API_VERSION,
 * API_VERSION_RETIRED. Node joins repeated headers with a comma, which matches no version.
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

import type { Middleware } from 'koa';
import Koa from 'koa';

import type { Catalogue } from '@reveille/tools';
import { readAssets } from './docs/assets.ts';
import { apiVersion, requestedVersion } from './middleware/api-version.ts';
import { operatorBearer, workspaceBearer } from './middleware/bearer.ts';
import { errorAnswer } from './middleware/error-answer.ts';
import { forPath } from './middleware/for-path.ts';
import { noStore } from './middleware/no-store.ts';
import { publicCors } from './middleware/public-cors.ts';
import { requestLog } from './middleware/request-log.ts';
import type { Operation } from './operations/define-operation.ts';
import { createOperations, type OperationDeps } from './operations/list.ts';
import { createReference } from './operations/service/reference.ts';
import { countQuota, refuseOverQuota } from './quota/middleware.ts';
import { docsRouter } from './routing/docs-router.ts';
import { operationRouter } from './routing/operation-router.ts';
import type { AppState } from './state.ts';

type Needs<F extends (deps: never) => unknown> = Parameters<F>[0];
/** Everything that the API needs, built by compose.ts. */
export type AppDeps = Omit<OperationDeps, 'reference'> & {
  readonly catalogue: Catalogue;
  readonly publicUrl: string;
  /** How many proxies of ours write X-Forwarded-For. */
  readonly trustedProxyHops: number;
} & Needs<typeof requestLog> &
  Needs<typeof errorAnswer> &
  Needs<typeof apiVersion> &
  Needs<typeof countQuota> &
  Needs<typeof operatorBearer> &
  Needs<typeof workspaceBearer>;

/** The HTTP side of the service: middlewares in the order in which a request passes them, then the operations. */
export function createApp(deps: AppDeps): Koa<AppState> {
  const { trustedProxyHops } = deps;
  const app = new Koa<AppState>({ proxy: trustedProxyHops > 0, maxIpsCount: trustedProxyHops });
  // What fails once an answer is under way, such as a caller who leaves in the middle of a download.
  app.on('error', (error: unknown) => deps.logger.info({ error }, 'answer not sent to the end'));
  app.use(requestLog(deps));
  for (const prefix of ['/api', '/hooks', '/manage']) app.use(forPath(prefix, apiVersion(deps)));
  app.use(errorAnswer(deps));
  for (const middleware of publicDoor(deps)) app.use(forPath('/api', middleware));
  app.use(forPath('/hooks', noStore()));
  app.use(forPath('/manage', requestedVersion(deps)));
  const assets = readAssets();
  const owner = workspaceBearer(deps);
  const router = operationRouter(operationsOf(deps, assets.path), { owner, operator: operatorBearer(deps) });
  app.use(router.routes() as Middleware<AppState>);
  // Which addresses there are below /manage is for owners alone.
  app.use(forPath('/manage', owner));
  const docs = docsRouter(assets);
  app.use(docs.routes() as Middleware<AppState>);
  app.use(docs.allowedMethods() as Middleware<AppState>);
  return app;
}

/** For anyone, from any page, within a quota. */
function publicDoor(deps: AppDeps): readonly Middleware<AppState>[] {
  return [countQuota(deps), publicCors(), refuseOverQuota(), requestedVersion(deps)];
}

/** The reference is one of the operations, and tells of them all. */
function operationsOf(deps: AppDeps, assetsPath: string): readonly Operation[] {
  const reference = createReference({ ...deps, assetsPath, operations: () => operations });
  const operations: readonly Operation[] = createOperations({ ...deps, reference });
  return operations;
}

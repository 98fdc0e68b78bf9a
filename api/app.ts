import type { Router } from '@koa/router';
import Koa from 'koa';

import { behindPath } from './middleware/behind-path.ts';
import { apiVersion, requestedVersion } from './middleware/api-version.ts';
import { workspaceBearer } from './middleware/bearer.ts';
import { errorAnswer } from './middleware/error-answer.ts';
import { publicCors } from './middleware/public-cors.ts';
import { countQuota, refuseOverQuota } from './quota/middleware.ts';
import { requestLog } from './middleware/request-log.ts';
import { agentsRouter } from './routes/manage/agents.ts';
import { automationsRouter } from './routes/manage/automations.ts';
import { chatRouter } from './routes/manage/chat.ts';
import { deliveriesRouter } from './routes/manage/deliveries.ts';
import { networkAccessRouter } from './routes/manage/network-access.ts';
import { requestsRouter } from './routes/manage/requests.ts';
import { waitlistExportRouter } from './routes/manage/waitlist.ts';
import { workspaceRouter } from './routes/manage/workspace.ts';
import { workspacesRouter } from './routes/manage/workspaces.ts';
import { docsRouter } from './routes/docs.ts';
import { healthRouter } from './routes/health.ts';
import { hooksRouter } from './routes/hooks.ts';
import { publicRouters } from './routes/public/routers.ts';
import type { AppState } from './state.ts';

type Needs<F extends (deps: never) => unknown> = Parameters<F>[0];

/** Everything that the routes need, built by main.ts. */
export type AppDeps = {
  /** How many entries of X-Forwarded-For are believed. */
  readonly trustedProxyHops: number;
} & Needs<typeof requestLog> &
  Needs<typeof errorAnswer> &
  Needs<typeof apiVersion> &
  Needs<typeof countQuota> &
  Needs<typeof publicRouters> &
  Needs<typeof waitlistExportRouter> &
  Needs<typeof hooksRouter> &
  Needs<typeof healthRouter> &
  Needs<typeof docsRouter> &
  Needs<typeof workspacesRouter> &
  Needs<typeof workspaceRouter> &
  Needs<typeof agentsRouter> &
  Needs<typeof automationsRouter> &
  Needs<typeof deliveriesRouter> &
  Needs<typeof networkAccessRouter> &
  Needs<typeof requestsRouter> &
  Needs<typeof chatRouter> &
  Needs<typeof workspaceBearer>;

/** The HTTP side of the service: middlewares in the order in which a request passes them, then the routes. */
export function createApp(deps: AppDeps): Koa<AppState> {
  const { trustedProxyHops } = deps;
  const app = new Koa<AppState>({ proxy: trustedProxyHops > 0, maxIpsCount: trustedProxyHops });
  // What fails once an answer is under way, such as a caller who leaves in the middle of a download.
  app.on('error', (error: unknown) => deps.logger.info({ error }, 'answer not sent to the end'));
  app.use(requestLog(deps));
  app.use(behindPath(['/api', '/hooks', '/manage'], apiVersion(deps)));
  app.use(errorAnswer(deps));
  app.use(behindPath(['/api'], ...publicApi(deps)));
  app.use(behindPath(['/hooks'], ...routesOf(hooksRouter(deps))));
  app.use(behindPath(['/manage'], ...management(deps)));
  for (const middleware of routesOf(healthRouter(deps), docsRouter(deps))) app.use(middleware);
  return app;
}

/** For anyone, from any page, within a quota. */
function publicApi(deps: AppDeps): readonly Middleware[] {
  return [
    countQuota(deps),
    publicCors(),
    refuseOverQuota(),
    requestedVersion(deps),
    ...routesOf(...publicRouters(deps)),
  ];
}

/** For the operator; behind the bearer of a workspace, for its owner. */
function management(deps: AppDeps): readonly Middleware[] {
  return [
    requestedVersion(deps),
    ...routesOf(workspacesRouter(deps), waitlistExportRouter(deps)),
    workspaceBearer(deps),
    ...routesOf(
      workspaceRouter(deps),
      agentsRouter(deps),
      automationsRouter(deps),
      deliveriesRouter(deps),
      networkAccessRouter(deps),
      requestsRouter(deps),
      chatRouter(deps),
    ),
  ];
}

type Middleware = Koa.Middleware<AppState>;

/** Each router, and what answers for the methods that it does not have. */
function routesOf(...routers: readonly Router<AppState>[]): readonly Middleware[] {
  // A router's own middleware is typed as if it needed what it brings: the params of its path.
  return routers.flatMap((router) => [router.routes() as Middleware, router.allowedMethods() as Middleware]);
}

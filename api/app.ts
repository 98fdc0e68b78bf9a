import type { Router } from '@koa/router';
import Koa from 'koa';

import { apiVersion } from './middleware/api-version.ts';
import { workspaceBearer } from './middleware/bearer.ts';
import { errorAnswer } from './middleware/error-answer.ts';
import { requestLog } from './middleware/request-log.ts';
import { agentsRouter } from './routes/manage/agents.ts';
import { automationsRouter } from './routes/manage/automations.ts';
import { deliveriesRouter } from './routes/manage/deliveries.ts';
import { workspaceRouter } from './routes/manage/workspace.ts';
import { workspacesRouter } from './routes/manage/workspaces.ts';
import { healthRouter } from './routes/health.ts';
import { hooksRouter } from './routes/hooks.ts';
import type { AppState } from './state.ts';

type Needs<F extends (deps: never) => unknown> = Parameters<F>[0];

/** Everything that the routes need, built by main.ts. */
export type AppDeps = Needs<typeof requestLog> &
  Needs<typeof errorAnswer> &
  Needs<typeof hooksRouter> &
  Needs<typeof healthRouter> &
  Needs<typeof workspacesRouter> &
  Needs<typeof workspaceRouter> &
  Needs<typeof agentsRouter> &
  Needs<typeof automationsRouter> &
  Needs<typeof deliveriesRouter> &
  Needs<typeof workspaceBearer>;

/** The HTTP side of the service: middlewares in the order in which a request passes them, then the routes. */
export function createApp(deps: AppDeps): Koa<AppState> {
  const app = new Koa<AppState>();
  app.use(requestLog(deps));
  app.use(apiVersion());
  app.use(errorAnswer(deps));

  const open: readonly Router<AppState>[] = [healthRouter(deps), hooksRouter(deps), workspacesRouter(deps)];
  const owned: readonly Router<AppState>[] = [
    workspaceRouter(deps),
    agentsRouter(deps),
    automationsRouter(deps),
    deliveriesRouter(deps),
  ];
  for (const router of open) mount(app, router);
  app.use(behindPath('/manage', workspaceBearer(deps)));
  for (const router of owned) mount(app, router);
  return app;
}

function mount(app: Koa<AppState>, router: Router<AppState>): void {
  app.use(router.routes());
  app.use(router.allowedMethods());
}

/** A middleware for one part of the address space. */
function behindPath(prefix: string, middleware: Koa.Middleware<AppState>): Koa.Middleware<AppState> {
  return async function behindPath(ctx, next) {
    if (ctx.path === prefix || ctx.path.startsWith(`${prefix}/`)) return await middleware(ctx, next);
    return await next();
  };
}

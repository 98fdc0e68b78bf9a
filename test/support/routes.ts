import type Koa from 'koa';

interface Layer {
  readonly path: string | RegExp;
}

/** The paths that the routers of an app know, as `/manage/agents/{agentId}`. */
export function pathsOf(app: { readonly middleware: readonly Koa.Middleware[] }): readonly string[] {
  return app.middleware
    .flatMap((middleware) => ('router' in middleware ? (middleware.router as { stack: Layer[] }).stack : []))
    .map(({ path }) => String(path).replaceAll(/:(\w+)/g, '{$1}'));
}

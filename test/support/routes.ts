import type Koa from 'koa';

interface Layer {
  readonly path: string;
  readonly methods: readonly string[];
}

/** What the app answers, as `GET /manage/agents/{agentId}`; the hook's one route takes every method to refuse most. */
export function routesOf(app: { readonly middleware: readonly Koa.Middleware[] }): readonly string[] {
  return everyMiddleware(app.middleware)
    .flatMap((middleware) => ('router' in middleware ? (middleware.router as { stack: Layer[] }).stack : []))
    .flatMap(({ path, methods }) =>
      (path === '/hooks/:token' ? ['POST'] : methods.filter((method) => method !== 'HEAD')).map(
        (method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
}

/** Those behind a path too. */
function everyMiddleware(list: readonly Koa.Middleware[]): readonly Koa.Middleware[] {
  return list.flatMap((middleware) =>
    'behind' in middleware ? everyMiddleware(middleware.behind as readonly Koa.Middleware[]) : [middleware],
  );
}

import type { Middleware } from 'koa';

import type { Tracing } from '#platform/tracing/tracing.ts';
import type { WorkContext } from '#platform/work-context.ts';
import type { AppState } from '../state.ts';

const quietPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * A trace for each request but those of probes, and what its log lines are about. It begins here: the `traceparent` of a sender is not followed, because
 * with it anybody could decide which of our traces are kept, and join theirs to those of others.
 */
export function traceRequests({
  tracing,
  work,
}: {
  tracing: Tracing;
  work: Pick<WorkContext, 'run'>;
}): Middleware<AppState> {
  return async function traceRequests(ctx, next) {
    const answer = () => work.run({}, next);
    if (quietPaths.has(ctx.path)) return await answer();
    await tracing.serve(answer, () => {
      const { method, status } = ctx;
      const route = ctx.state.operation?.path;
      return {
        name: route === undefined ? method : `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.response.status_code': status,
          ...(route !== undefined && { 'http.route': route }),
        },
      };
    });
  };
}

import { Router } from '@koa/router';
import { pageHeaders } from '../docs/page-headers.ts';
import type { Reference } from '../operations/service/reference.ts';
import type { AppState } from '../state.ts';
import { sendAnswer } from './send-answer.ts';

const queryCharsMax = 200;
const type = 'text/html; charset=utf-8';

/** Serves the pages below the index, and the results of a search. */
export function referenceRouter(reference: Pick<Reference, 'page' | 'search'>) {
  const router = new Router<AppState>();
  router.get('/docs/search', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring).get('q') ?? '';
    const file = await reference.search(query.slice(0, queryCharsMax));
    sendAnswer(ctx, { status: 200, type, file, headers: pageHeaders });
  });
  router.get('/docs/:page', async (ctx, next) => {
    const page = await reference.page(ctx.path);
    if (page === undefined) return await next();
    const { text: file, gzip } = page;
    sendAnswer(ctx, { status: 200, type, file, gzip, headers: pageHeaders });
  });
  return router;
}

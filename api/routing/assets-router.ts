import { Router } from '@koa/router';

import type { Assets } from '../assets.ts';
import { prepareText } from '../operations/service/prepared-text.ts';
import { sendAnswer } from './send-answer.ts';
import type { AppState } from '../state.ts';

/** Serves the assets of our pages, and redirects the root to the reference. */
export function assetsRouter(served: readonly Assets[]) {
  const router = new Router<AppState>();
  router.get('/', (ctx) => ctx.redirect('/docs'));
  for (const assets of served) serve(router, assets);
  return router;
}

function serve(router: Router<AppState>, { path, assets }: Assets): void {
  for (const { name, mediaType, text } of assets) {
    const prepared = prepareText(text);
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    router.get(`${path}/${name}`, (ctx) => {
      const { text: file, gzip } = prepared;
      sendAnswer(ctx, { status: 200, type: mediaType, file, gzip, headers });
    });
  }
}

import { Router } from '@koa/router';

import type { Asset } from '../docs/assets.ts';
import { prepareText } from '../operations/service/prepared-text.ts';
import { sendAnswer } from './send-answer.ts';
import type { AppState } from '../state.ts';

/** Serves the assets of the reference page and redirects to it. */
export function docsRouter({ path, assets }: { readonly path: string; readonly assets: readonly Asset[] }) {
  const router = new Router<AppState>();
  router.get('/', (ctx) => ctx.redirect('/docs'));
  for (const { name, mediaType, text } of assets) {
    const { text: file, gzip } = prepareText(text);
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    router.get(`${path}/${name}`, (ctx) =>
      sendAnswer(ctx, { status: 200, type: mediaType, file, gzip, headers }),
    );
  }
  return router;
}

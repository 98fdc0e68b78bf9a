import { gzipSync } from 'node:zlib';

import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';

import { readAssets } from '../docs/assets.ts';
import { docsPage } from '../docs/page.ts';
import { createOpenApi, type DocumentDeps } from '../openapi/document.ts';
import type { AppState } from '../state.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference: as a page and as OpenAPI. Both are made once, when they are first asked for. */
export function docsRouter(deps: DocumentDeps) {
  const router = new Router<AppState>();
  const { path: assetsPath, assets } = readAssets();
  let made: { readonly json: Prepared; readonly page: Prepared } | undefined;

  function reference() {
    if (made !== undefined) return made;
    const document = createOpenApi(deps);
    made = {
      json: prepared(JSON.stringify(document)),
      page: prepared(docsPage({ document, catalogue: deps.catalogue, assetsPath })),
    };
    return made;
  }

  router.get('/', (ctx) => ctx.redirect('/docs'));
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    answer(ctx, reference().json);
  });
  router.get('/docs', (ctx) => {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = 'text/html; charset=utf-8';
    answer(ctx, reference().page);
  });
  for (const { name, mediaType, text } of assets) {
    const asset = prepared(text);
    router.get(`${assetsPath}/${name}`, (ctx) => {
      ctx.type = mediaType;
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      answer(ctx, asset);
    });
  }
  return router;
}

/** A text that never changes while the process runs: it is compressed once. */
interface Prepared {
  readonly text: string;
  readonly gzip: Buffer;
}

const prepared = (text: string): Prepared => ({ text, gzip: gzipSync(text) });

function answer(ctx: ParameterizedContext<AppState>, { text, gzip }: Prepared): void {
  ctx.vary('Accept-Encoding');
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isZipped ? gzip : text;
}

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';

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

const assets = {
  'docs.css': 'text/css; charset=utf-8',
  'forms.css': 'text/css; charset=utf-8',
  'narrow.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'request.js': 'text/javascript; charset=utf-8',
  'answer.js': 'text/javascript; charset=utf-8',
  'find-tools.js': 'text/javascript; charset=utf-8',
} as const;

/** The reference: as a page and as OpenAPI. Both are made once, when they are first asked for. */
export function docsRouter(deps: DocumentDeps) {
  const router = new Router<AppState>();
  let made: { readonly json: Prepared; readonly page: Prepared } | undefined;

  function reference() {
    if (made !== undefined) return made;
    const document = createOpenApi(deps);
    made = {
      json: prepared(JSON.stringify(document)),
      page: prepared(docsPage({ document, catalogue: deps.catalogue })),
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
  for (const [name, type] of Object.entries(assets)) {
    const text = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
    router.get(`/docs/${name}`, (ctx) => {
      ctx.type = type;
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.body = text;
    });
  }
  return router;
}

/** Both texts are large and never change: they are compressed once. */
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

import { METHODS } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import { loadOnce } from '#domain/load-once.ts';
import { wordings } from '../body/input-wording.ts';
import { jsonBody } from '../body/json-body.ts';
import { mcpBearer } from '../middleware/bearer.ts';
import { inTurn } from '../middleware/in-turn.ts';
import { limitManage } from '../middleware/manage-rate.ts';
import { noSniff } from '../middleware/no-sniff.ts';
import { noStore } from '../middleware/no-store.ts';
import { signalOf } from '../routing/read-request.ts';
import type { AppState } from '../state.ts';
import { ownOrigin } from './own-origin.ts';
import type { McpDeps } from './mcp-server.ts';

type Deps = McpDeps &
  Parameters<typeof mcpBearer>[0] &
  Parameters<typeof limitManage>[0] & { readonly publicUrl: string };
type Context = ParameterizedContext<AppState>;

/** Fits an image of 10 MB as base64, as the public API does, and as many bytes of PDFs. */
const body = jsonBody(z.unknown(), { bytesMax: 16_000_000 });
const bodyOptions = { wording: wordings.owner, answeredKeys: [] };

/** The Model Context Protocol: Streamable HTTP without sessions, one message a request. */
export function mcpRouter(deps: Deps): Router<AppState> {
  // Most processes are never asked for it.
  const serving = loadOnce(async () => (await import('./mcp-server.ts')).createMcpServing(deps));
  const router = new Router<AppState>();
  const guards = [noStore(), noSniff(), ownOrigin(deps), inTurn(mcpBearer(deps), limitManage(deps))];
  router.register('/mcp', METHODS, [
    ...guards,
    async (ctx: Context) => {
      if (ctx.method !== 'POST') throw wrongMethod(ctx);
      const message = await body.read(ctx.req, bodyOptions);
      if (Array.isArray(message))
        throw new DomainError('INVALID_REQUEST', 'body: must be one message, not a batch');
      const serve = await serving();
      send(ctx, await serve(ctx, requestOf(ctx, deps), message));
    },
  ]);
  return router;
}

function wrongMethod(ctx: Context): DomainError {
  ctx.set('Allow', 'POST');
  return new DomainError('METHOD_NOT_ALLOWED', `${ctx.method} is not supported here`);
}

/** With the headers of the protocol alone: a token goes no further. */
function requestOf(ctx: Context, { publicUrl }: Deps): Request {
  const headers = Object.entries(ctx.headers).flatMap(([name, value]) =>
    typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name)
      ? [[name, value] as [string, string]]
      : [],
  );
  return new Request(new URL('/mcp', publicUrl), { method: 'POST', headers, signal: signalOf(ctx) });
}

function send(ctx: Context, { status, headers, body: content }: Response): void {
  ctx.body = content === null ? null : Readable.fromWeb(content as ReadableStream);
  ctx.status = status;
  ctx.set(Object.fromEntries(headers));
}

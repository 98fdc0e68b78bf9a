import { isDeepStrictEqual } from 'node:util';
import { Readable, Transform } from 'node:stream';

import type { ParameterizedContext } from 'koa';
import type Koa from 'koa';
import { z } from 'zod';

import { statusOfError } from '#api/errors/status-of-error.ts';
import { codesOf } from '#api/openapi/refusals.ts';
import type { Operation } from '#api/operations/define-operation.ts';
import type { AppState } from '#api/state.ts';
import { ErrorBody } from '#contracts/errors.ts';

type Context = ParameterizedContext<AppState>;

/**
 * Holds every answer of an app against what its operation declares: status, media type, JSON by its schema without further
 * members, codes of refusals. A misfit is answered with 500, and reported by `assertAll`.
 */
export function checkAnswers(app: Koa<AppState>): { readonly assertAll: () => void } {
  const misfits: string[] = [];
  function note(ctx: Context, misfit: string | null): boolean {
    if (misfit !== null) misfits.push(`${ctx.method} ${ctx.path} answered ${ctx.status}: ${misfit}`);
    return misfit !== null;
  }
  app.middleware.unshift(async function checkAnswer(ctx: Context, next) {
    await next();
    const { body, length, type } = ctx;
    if (body instanceof Readable && type === 'application/json') {
      ctx.body = body.pipe(afterwards((text) => note(ctx, misfitOf(ctx, JSON.parse(text)))));
      ctx.type = type;
      if (length !== undefined) ctx.length = length;
      return;
    }
    const misfit = misfitOf(
      ctx,
      type === 'application/json' && isText(body) ? JSON.parse(String(body)) : body,
    );
    if (!note(ctx, misfit)) return;
    ctx.status = 500;
    ctx.body = { misfit };
  });
  return {
    assertAll: () => {
      if (misfits.length > 0) throw new Error(`Answers that no operation declares:\n${misfits.join('\n')}`);
    },
  };
}

const isText = (body: unknown) => typeof body === 'string';

/** Passes everything on, and tells the whole of it at the end. */
function afterwards(tell: (text: string) => void): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      tell(Buffer.concat(chunks).toString());
      done();
    },
  });
}

/** The misfit of an answer; null if it is as declared. */
function misfitOf(ctx: Context, body: unknown): string | null {
  const { operation } = ctx.state;
  if (isRefusedPage(ctx) || isOfMcp(ctx, body)) return null;
  const isRefusal = operation === undefined || answerOf(operation, ctx.status) === undefined;
  if (ctx.status >= 400 && isRefusal) return misfitOfRefusal(ctx, body);
  // A preflight, the way to the reference and what its page loads.
  if (operation === undefined) return ctx.type === 'application/json' ? 'JSON of no operation' : null;
  const answer = answerOf(operation, ctx.status);
  if (answer === undefined) return 'the status is not declared';
  switch (answer.kind) {
    case 'empty':
      return body == null ? null : 'a body is not declared';
    case 'json':
      return misfitOfJson(answer.schema, body);
    case 'file': {
      const schema = Object.entries(answer.types).find(([mediaType]) => mediaType === ctx.type)?.[1];
      if (schema === undefined) return `${ctx.type} is not declared`;
      const isParsed = schema instanceof z.ZodType && ctx.response.get('Content-Encoding') === '';
      return isParsed && !(body instanceof Readable) ? misfitOfJson(schema, body) : null;
    }
  }
}

/** The console tells people what is wrong by a page, and so do hooks to visitors. */
const isRefusedPage = ({ path, status, type }: Context) =>
  type === 'text/html' &&
  (/^\/(console|approvals)\//.test(path) || (path.startsWith('/hooks/') && status >= 400));

/** The answers of `/mcp` are messages of its protocol; refusals before it are ours. */
const isOfMcp = ({ path }: Context, body: unknown) =>
  path === '/mcp' && typeof body === 'object' && body !== null && 'jsonrpc' in body;

const answerOf = ({ answers }: Operation, status: number) =>
  Object.entries(answers).find(([declared]) => Number(declared) === status)?.[1];

function misfitOfRefusal(ctx: Context, body: unknown): string | null {
  const { operation } = ctx.state;
  const parsed = ErrorBody.safeParse(wireOf(body));
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { code } = parsed.data;
  if (ctx.status !== statusOfError(code, ctx.path.startsWith('/api/'))) return `${code} has another status`;
  if (operation === undefined || code === 'INTERNAL_ERROR') return null;
  return codesOf(operation, true).has(code) ? null : `${operation.id} does not declare ${code}`;
}

function misfitOfJson(schema: z.ZodType, body: unknown): string | null {
  const wire = wireOf(body);
  const parsed = schema.safeParse(wire);
  if (!parsed.success) return z.prettifyError(parsed.error);
  return isDeepStrictEqual(parsed.data, wire) ? null : 'it has members that the schema does not';
}

/** As the caller gets it. */
const wireOf = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

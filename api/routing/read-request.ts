import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import { wordings } from '../body/input-wording.ts';
import { parseInput } from '../body/parse-input.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { PathParams } from '../operations/path-params.ts';
import type { AnyRequest } from '../operations/request.ts';
import { clientAddress } from '../quota/client-address.ts';
import type { AppState } from '../state.ts';

type Context = ParameterizedContext<AppState> & { readonly params: Readonly<Record<string, string>> };

/** Builds the arguments of a handler. They throw NOT_FOUND and INVALID_REQUEST; the handler reads the body itself. */
export function requestReader(operation: Operation) {
  const wording = wordings[operation.access];
  const bodyOptions = { wording, answeredKeys: answeredKeysOf(operation) };

  return function readRequest(ctx: Context): AnyRequest {
    const { workspace, requestId } = ctx.state;
    const client = operation.access === 'hook' ? clientAddress(ctx.request) : ctx.state.client;
    return {
      ...(client === undefined ? {} : { client }),
      ...(workspace === undefined ? {} : { workspace }),
      requestId,
      params: paramsOf(ctx.params, operation),
      query: queryOf({ ...ctx.query }, operation),
      headers: headersOf(ctx.headers, operation),
      body: () => operation.body?.read(ctx.req, bodyOptions),
      message: ctx.req,
      // A getter here would make a hidden class for each request, which keeps the request until a full collection.
      signal: () => signalOf(ctx),
    };
  };
}

/** Throws NOT_FOUND for a value that does not match its shape. */
export function paramsOf(
  written: Readonly<Record<string, string>>,
  { params = {} }: { readonly params?: PathParams },
) {
  for (const [name, { shape }] of Object.entries(params)) {
    if (shape !== undefined && !shape.pattern.test(written[name] ?? ''))
      throw new DomainError('NOT_FOUND', shape.missing);
  }
  return written;
}

/** One for each exchange, however many calls of a page ask for it. */
const signals = new WeakMap<object, AbortSignal>();

/** A repeated parameter is parsed as a list and therefore refused. Without a schema the query is ignored. */
export function queryOf(written: object, { query, access }: Operation): unknown {
  if (query === undefined) return {};
  return parseInput(query, written, {
    whole: 'query',
    keyOf: 'a parameter of this list',
    wording: wordings[access],
  });
}

/** `sent`: by names in lower case. */
export function headersOf(sent: Readonly<Record<string, unknown>>, { headers, access }: Operation): unknown {
  if (headers === undefined) return {};
  const written = Object.keys(headers.shape).map((name) => [name, sent[name.toLowerCase()]] as const);
  const present = Object.fromEntries(written.filter(([, value]) => value !== undefined));
  return parseInput(headers, present, { whole: 'headers', keyOf: 'a header', wording: wordings[access] });
}

export function answeredKeysOf({ answers }: Operation): readonly string[] {
  return Object.values(answers).flatMap((answer) =>
    answer.kind === 'json' && answer.schema instanceof z.ZodObject ? Object.keys(answer.schema.shape) : [],
  );
}

export function signalOf(ctx: ParameterizedContext<AppState>): AbortSignal {
  const known = signals.get(ctx.res);
  if (known !== undefined) return known;
  const controller = new AbortController();
  signals.set(ctx.res, controller.signal);
  const abort = () => controller.abort(new Error('The exchange is over'));
  ctx.res.once('close', abort);
  if (ctx.res.destroyed) abort();
  return controller.signal;
}

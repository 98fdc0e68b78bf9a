import { METHODS } from 'node:http';

import { Router } from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import { wordings } from '../body/input-wording.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Access } from '../operations/request.ts';
import type { AppState } from '../state.ts';
import { requestReader } from './read-request.ts';
import { sendAnswer } from './send-answer.ts';

/** The middleware that guards an operation, by access. */
type Guards = Readonly<Partial<Record<Access, Middleware<AppState>>>>;
type Context = ParameterizedContext<AppState> & { readonly params: Readonly<Record<string, string>> };

/** Routes to the operations: by path, through the guard of that path, by method. Throws METHOD_NOT_ALLOWED. */
export function operationRouter(operations: readonly Operation[], guards: Guards): Router<AppState> {
  const router = new Router<AppState>();
  const byPath = Map.groupBy(operations, ({ path }) => path);
  for (const path of [...byPath.keys()].toSorted(wordsFirst)) {
    const ofPath = byPath.get(path) ?? [];
    const access = ofPath[0]?.access ?? 'service';
    const guard = guards[access];
    const answer = answerByMethod(ofPath, access);
    router.register(
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      METHODS,
      guard === undefined ? [answer] : [guard, answer],
      { sensitive: access === 'public' || access === 'hook' },
    );
  }
  return router;
}

/** Literal segments sort before parameters, so that they are never matched as values. */
function wordsFirst(one: string, other: string): number {
  const [a, b] = [one, other].map((path) => path.replaceAll(/\{\w+\}/g, '\uffff')) as [string, string];
  return a < b ? -1 : a > b ? 1 : 0;
}

function answerByMethod(operations: readonly Operation[], access: Access) {
  const byMethod = new Map(
    operations.map((operation) => [
      operation.method.toUpperCase(),
      { operation, readRequest: requestReader(operation) },
    ]),
  );
  const allow = operations
    .filter(({ isExceptional }) => isExceptional !== true)
    .flatMap(({ method }) => (method === 'get' ? ['HEAD', 'GET'] : [method.toUpperCase()]))
    .join(', ');
  return async function answerByMethod(ctx: Context): Promise<void> {
    const known = byMethod.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
    if (known === undefined) {
      ctx.set('Allow', allow);
      throw new DomainError('METHOD_NOT_ALLOWED', wordings[access].wrongMethod(ctx.method));
    }
    const { operation, readRequest } = known;
    ctx.state.operation = operation;
    try {
      sendAnswer(ctx, await operation.handle(readRequest(ctx)));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'METHOD_NOT_ALLOWED') ctx.set('Allow', allow);
      throw error;
    }
  };
}

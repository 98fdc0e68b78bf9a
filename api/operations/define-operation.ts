import type { z } from 'zod';

import type { Role } from '#contracts/token.ts';
import type { BodyReader } from '../body/body-reader.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import { assertMay } from './assert-may.ts';
import type { AnySentAnswer, Answers, SentAnswer } from './answers.ts';
import type { PathParams } from './path-params.ts';
import type { Access, AnyRequest, OperationRequest } from './request.ts';

type MaybePromise<T> = T | Promise<T>;

interface Described {
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'options';
  /** As in `/manage/agents/{agentId}`. Literal segments take precedence over parameters. */
  readonly path: string;
  /** Unique operation id in the reference. */
  readonly id: string;
  readonly access: Access;
  /** Access `owner` only: the lowest role that may call it. Default: `viewer` for GET, else `editor`. */
  readonly role?: Role;
  /** Set where most requests are answered 405: its method is not named in `Allow`. */
  readonly isExceptional?: true;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** Error codes of the handler; those of access, params, query and body are added. */
  readonly refusals?: readonly ErrorCode[];
}

/** One HTTP operation; router, reference and handler types derive from it. */
export interface Operation extends Described {
  readonly params: PathParams;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: BodyReader<unknown>;
  readonly answers: Answers;
  readonly handle: (request: AnyRequest) => MaybePromise<AnySentAnswer>;
}

/** An operation whose id and answers the compiler knows. */
export interface TypedOperation<I extends string, R extends Answers> extends Operation {
  readonly id: I;
  readonly answers: R;
}

interface Definition<
  I extends string,
  A extends Access,
  P extends PathParams,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B,
  R extends Answers,
> extends Described {
  readonly id: I;
  readonly access: A;
  readonly params?: P;
  readonly query?: Q;
  /** Keys are the header names shown in the reference; matching is case-insensitive. */
  readonly headers?: H;
  readonly body?: BodyReader<B>;
  readonly answers: R;
  readonly handle: (
    request: OperationRequest<A, P, z.output<Q>, z.output<H>, B>,
  ) => MaybePromise<SentAnswer<NoInfer<R>>>;
}

/**
 * Type-checks a handler against its declaration, then erases the types to what callers use: the router, and pages of the
 * console. Operations beyond a role are refused here, for all of them.
 */
export function defineOperation<
  const I extends string,
  A extends Access,
  R extends Answers,
  P extends PathParams = Record<never, never>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  H extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B = undefined,
>(definition: Definition<I, A, P, Q, H, B, R>): TypedOperation<I, R> {
  // Safe: the router parses params, query, headers and body with the schemas of this definition.
  const answer = definition.handle as unknown as Operation['handle'];
  const { access, method, params = {} } = definition;
  if (access !== 'owner') return { ...definition, params, handle: answer };
  const role = definition.role ?? (method === 'get' ? 'viewer' : 'editor');
  const handle: Operation['handle'] = (request) => {
    assertMay(request.workspace, { method, role });
    return answer(request);
  };
  return { ...definition, params, role, handle };
}

import type { z } from 'zod';

import type { BodyReader } from '../body/body-reader.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { AnySentAnswer, Answers, SentAnswer } from './answers.ts';
import type { PathParams } from './path-params.ts';
import type { Access, AnyRequest, OperationRequest } from './request.ts';

type MaybePromise<T> = T | Promise<T>;

interface Described {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As in `/manage/agents/{agentId}`. A word beside a parameter is never taken for its value. */
  readonly path: string;
  /** Its name in the reference, unique. */
  readonly id: string;
  readonly access: Access;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** What the handler refuses; what access, params, query and body refuse by themselves is added. */
  readonly refusals?: readonly ErrorCode[];
}

/** One HTTP operation: the router, the reference and the types of its handler come from it. */
export interface Operation extends Described {
  readonly params: PathParams;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: BodyReader<unknown>;
  readonly answers: Answers;
  readonly handle: (request: AnyRequest) => MaybePromise<AnySentAnswer>;
}

interface Definition<
  A extends Access,
  P extends PathParams,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B,
  R extends Answers,
> extends Described {
  readonly access: A;
  readonly params?: P;
  readonly query?: Q;
  /** Names are those of the reference; case does not matter. */
  readonly headers?: H;
  readonly body?: BodyReader<B>;
  readonly answers: R;
  readonly handle: (
    request: OperationRequest<A, P, z.output<Q>, z.output<H>, B>,
  ) => MaybePromise<SentAnswer<NoInfer<R>>>;
}

/** Checks that a handler takes what is declared and answers as declared; both ends are erased to what the router calls. */
export function defineOperation<
  A extends Access,
  R extends Answers,
  P extends PathParams = Record<never, never>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  H extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B = undefined,
>(definition: Definition<A, P, Q, H, B, R>): Operation {
  // The router reads params, query, headers and body by the very schemas of the definition.
  const handle = definition.handle as unknown as Operation['handle'];
  return { ...definition, params: definition.params ?? {}, handle };
}

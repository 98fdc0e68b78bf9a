import type { IncomingMessage } from 'node:http';

import { wordings } from '../body/input-wording.ts';
import type { Operation, TypedOperation } from '../operations/define-operation.ts';
import type { ListedOperation } from '../operations/list.ts';
import type { SentAnswer } from '../operations/answers.ts';
import type { AnyRequest } from '../operations/request.ts';
import type { AppState } from '../state.ts';
import { answeredKeysOf, headersOf, paramsOf, queryOf } from './read-request.ts';

/** The caller, as the guards of the HTTP API would have found it. */
export interface Caller {
  readonly via: NonNullable<AnyRequest['via']>;
  readonly client?: string;
  readonly workspace?: AppState['workspace'];
  readonly requestId: string;
  readonly signal: () => AbortSignal;
  readonly message: IncomingMessage;
}

/** The content of an HTTP request to the operation; everything is parsed by the schemas of the operation. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type AnswerOf<O> = O extends TypedOperation<string, infer R> ? SentAnswer<R> : never;
type ContentOf<Answer> = Answer extends { readonly body: infer B } ? B : Answer;

/** The operations by their ids. Each resolves to the JSON of its answer, or to the answer itself where it is not JSON. */
export type OperationCalls = {
  readonly [O in ListedOperation as O['id']]: (input?: CallInput) => Promise<ContentOf<AnswerOf<O>>>;
};

/** The result of a call. */
export type AnswerTo<Id extends keyof OperationCalls> = Awaited<ReturnType<OperationCalls[Id]>>;
/** One row of the list that a call resolves to. */
export type ItemOf<Id extends keyof OperationCalls> =
  AnswerTo<Id> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** Calls operations from the console and from `/mcp`, with the parsing and the refusals of an HTTP request. Throws DomainError. */
export function operationCalls(operations: readonly Operation[]): (caller: Caller) => OperationCalls {
  const known = operations.map((operation) => [operation.id, callOperation(operation)] as const);
  return (caller) => typedByList(Object.fromEntries(known.map(([id, callAs]) => [id, callAs(caller)])));
}

/** Parts that are the same for all callers are made once. */
function callOperation(operation: Operation) {
  const options = { wording: wordings[operation.access], answeredKeys: answeredKeysOf(operation) };
  return ({ workspace, ...request }: Caller) =>
    async function call({ params = {}, query = {}, headers = {}, body }: CallInput = {}): Promise<unknown> {
      const answer = await operation.handle({
        ...request,
        ...(workspace === undefined ? {} : { workspace }),
        params: paramsOf(params, operation),
        query: queryOf(definedOf(query), operation),
        headers: headersOf(lowerCased(headers), operation),
        body: () => operation.body?.take?.(body, options),
      });
      return 'body' in answer ? answer.body : answer;
    };
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A form sends an empty text for a field that was left blank. */
const definedOf = (query: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

/** The operations of the list have the answers that their definitions declare. */
const typedByList = (calls: Readonly<Record<string, (input?: CallInput) => Promise<unknown>>>) =>
  calls as unknown as OperationCalls;

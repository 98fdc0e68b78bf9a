import type { IncomingMessage } from 'node:http';

import type { PathParams } from './path-params.ts';

/** What is known of the caller, by who may call. */
interface Callers {
  /** Anyone, within the quota; `client` is a name for counting. */
  readonly public: { readonly client: string };
  /** Whoever has the URL of an automation. */
  readonly hook: unknown;
  /** The owner of a workspace, by its token. */
  readonly owner: { readonly workspace: { readonly id: string; readonly name: string } };
  /** Whoever runs the service, by ADMIN_TOKEN. */
  readonly operator: unknown;
  /** Orchestrators and readers of the reference. */
  readonly service: unknown;
}
export type Access = keyof Callers;

interface RequestParts<P extends PathParams, Q, H, B> {
  readonly params: Readonly<Record<keyof P, string>>;
  readonly query: Q;
  readonly headers: H;
  /** Reads the body; throws the refusals of its reader. */
  readonly body: () => B;
  readonly requestId: string;
  /** Aborted when the exchange is over: the answer is sent to its end, or the caller went away. */
  readonly signal: AbortSignal;
  readonly message: IncomingMessage;
}

/** What a handler is given. */
export type OperationRequest<A extends Access, P extends PathParams, Q, H, B> = Callers[A] &
  RequestParts<P, Q, H, B>;

/** As the router makes it; members of the caller are there where the access of the operation brings them. */
export type AnyRequest = RequestParts<PathParams, unknown, unknown, unknown> &
  Partial<Callers['public'] & Callers['owner']>;

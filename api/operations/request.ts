import type { IncomingMessage } from 'node:http';

import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { PathParams } from './path-params.ts';

/** The known facts about the caller, by access. */
interface Callers {
  /** Anyone, within the quota; `client` is the key of the quota. */
  readonly public: { readonly client: string };
  /** Anyone with the URL of an automation; refused requests are counted by `client`. */
  readonly hook: { readonly client: string };
  /** A caller with a token of a workspace; the role of the operation says which. */
  readonly owner: { readonly workspace: AuthorizedWorkspace };
  /** Either of the owner, by a token of a workspace, or the operator, for whom there is none. */
  readonly ownerOrOperator: { readonly workspace?: AuthorizedWorkspace };
  readonly operator: unknown;
  /** Orchestrators and readers of the reference. */
  readonly service: unknown;
}
export type Access = keyof Callers;

interface RequestParts<P extends PathParams, Q, H, B> {
  readonly params: Readonly<Record<keyof P, string>>;
  readonly query: Q;
  readonly headers: H;
  /** Reads the body. Throws the refusals of its reader. */
  readonly body: () => B;
  readonly requestId: string;
  /** Aborted when the exchange is over: the response is complete or the client disconnected. */
  readonly signal: () => AbortSignal;
  readonly message: IncomingMessage;
}

export type OperationRequest<A extends Access, P extends PathParams, Q, H, B> = Callers[A] &
  RequestParts<P, Q, H, B>;

/** As the router builds it; which caller members are set depends on the access of the operation. */
export type AnyRequest = RequestParts<PathParams, unknown, unknown, unknown> &
  Partial<Callers['public'] & Callers['owner']> & {
    /** Set where the console or `/mcp` calls. */
    readonly via?: 'console' | 'mcp';
  };

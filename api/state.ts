import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { Operation } from './operations/define-operation.ts';

/** State that middleware passes on to later middleware. */
export interface AppState {
  requestId: string;
  /** Set by the owner authentication. */
  workspace?: AuthorizedWorkspace;
  /** Quota key of the caller of the public API. */
  client?: string;
  /** Set when the client's quota is used up. */
  quotaResetSeconds?: number;
  /** The matched operation; absent when path or method matches none. */
  operation?: Operation;
}

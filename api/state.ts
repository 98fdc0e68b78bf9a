import type { Operation } from './operations/define-operation.ts';

/** What middlewares leave for those behind them. */
export interface AppState {
  requestId: string;
  /** Set by the door of owners. */
  workspace?: { readonly id: string; readonly name: string };
  /** Who calls the public API, as its quota counts. */
  client?: string;
  /** Set when the client's quota is used up. */
  quotaResetSeconds?: number;
  /** The one that answers; absent where the address or the method is of none. */
  operation?: Operation;
}

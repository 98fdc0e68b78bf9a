/** What middlewares leave for the routes behind them. */
export interface AppState {
  requestId: string;
  /** Set by the workspace door of /manage. */
  workspace?: { readonly id: string; readonly name: string };
  /** Who calls the public API, as its quota counts. */
  client?: string;
  /** Set when the client's quota is used up. */
  quotaResetSeconds?: number;
}

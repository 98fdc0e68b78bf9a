import type { Context } from 'koa';

/** What middlewares leave for the routes behind them. */
export interface AppState {
  requestId: string;
  /** Set by the workspace door of /manage. */
  workspace?: { readonly id: string; readonly name: string };
}

export type AppContext = Context & { state: AppState };

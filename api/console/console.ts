import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';
import { createCookies } from './cookies.ts';
import { type ConsoleDeps, consoleRouter } from './console-router.ts';
import { createPages, type PageDeps } from './pages/list.ts';
import { createVisitors, type VisitorDeps } from './visitors.ts';

type Deps = Omit<ConsoleDeps, 'pages' | 'cookies' | 'visitors'> &
  Omit<PageDeps, 'visitors'> &
  VisitorDeps & {
    /** Base of the addresses that browsers ask. */
    readonly publicUrl: string;
  };
export type ConsoleNeeds = Omit<Deps, 'assetsPath' | 'callsOf'>;

export function createConsole(deps: Deps): Middleware<AppState> {
  const cookies = createCookies(deps);
  const visitors = createVisitors(deps);
  const pages = createPages({ ...deps, visitors });
  return consoleRouter({ ...deps, cookies, visitors, pages }).routes() as Middleware<AppState>;
}

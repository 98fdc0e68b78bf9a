import type { Middleware } from 'koa';

import type { ByteBudget } from '#domain/byte-budget.ts';
import { countBytesIn } from '../body/held-bytes.ts';
import { clientAddress } from '../quota/client-address.ts';
import type { AppState } from '../state.ts';

/** Counts the bodies of requests until they are answered, fair between hooks, and between the clients of everything else. */
export function bodyMemory({ bodyBudget }: { readonly bodyBudget: ByteBudget }): Middleware<AppState> {
  return async function bodyMemory(ctx, next) {
    const isHook = ctx.path.startsWith('/hooks/');
    const holding = bodyBudget.open(isHook ? decoded(ctx.path) : clientAddress(ctx.request));
    countBytesIn(ctx.req, holding);
    try {
      await next();
    } finally {
      holding.release();
    }
  };
}

/** A URL has several spellings, of which each would be a party of its own. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import type { ParameterizedContext } from 'koa';

import { sessionSeconds } from '#domain/session-limits.ts';
import { newToken } from '#domain/token.ts';
import type { AppState } from '../state.ts';

type Context = ParameterizedContext<AppState>;

/**
 * The two cookies of the console: who is signed in, and what the sign-in form must carry before anyone is. Behind https
 * their names make browsers refuse a copy that another host or plain http has set.
 */
export function createCookies({ publicUrl }: { readonly publicUrl: string }) {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const [session, visit] = [`${prefix}reveille`, `${prefix}reveille-visit`];
  const usual = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true } as const;

  function set(ctx: Context, name: string, value: string | null, maxAgeSeconds?: number): void {
    // Behind a proxy the connection itself is plain.
    ctx.cookies.secure = secure;
    ctx.cookies.set(name, value, {
      ...usual,
      secure,
      ...(value === null || maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds * 1_000 }),
    });
  }

  return {
    sessionOf: (ctx: Context): string | undefined => ctx.cookies.get(session),
    setSession: (ctx: Context, value: string | null) => set(ctx, session, value, sessionSeconds),
    /** The visit of this browser before it signs in; made when it comes for the first time. */
    visitOf(ctx: Context): string {
      const known = ctx.cookies.get(visit);
      if (known !== undefined && known.length === newToken().length) return known;
      const made = newToken();
      set(ctx, visit, made);
      return made;
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;

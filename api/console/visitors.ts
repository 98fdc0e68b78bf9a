import { hashOfToken, isSameHash } from '../../domain/token.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { AuthorizedWorkspace, Tokens } from '../../store/tokens.ts';

export interface VisitorDeps {
  readonly adminToken: string;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly tokens: Pick<Tokens, 'authorizeHash'>;
}

/** Who is signed in. */
export type Visitor =
  | { readonly access: 'owner'; readonly csrf: string; readonly workspace: AuthorizedWorkspace }
  | { readonly access: 'operator'; readonly csrf: string };

/** Whom a token lets in, and for whom a session stands: its token is looked up again each time, so it ends with it. */
export function createVisitors({ adminToken, sessions, tokens }: VisitorDeps) {
  const operatorHash = hashOfToken(adminToken);

  async function holderOf(tokenHash: string) {
    if (isSameHash(tokenHash, operatorHash)) return { access: 'operator' } as const;
    const workspace = await tokens.authorizeHash(tokenHash);
    return workspace === null ? null : ({ access: 'owner', workspace } as const);
  }

  async function find(cookie: string | undefined): Promise<Visitor | null> {
    const session = cookie === undefined ? null : await sessions.find(cookie);
    const holder = session === null ? null : await holderOf(session.tokenHash);
    return session === null || holder === null ? null : { ...holder, csrf: session.csrf };
  }

  return { find, opens: async (token: string) => (await holderOf(hashOfToken(token))) !== null };
}

export type Visitors = ReturnType<typeof createVisitors>;

import { hashOfToken, isSameHash } from '#domain/token.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import type { Session, Sessions } from '#store/token/sessions.ts';
import type { AuthorizedWorkspace, Tokens } from '#store/token/tokens.ts';

export interface VisitorDeps {
  readonly adminToken: string;
  readonly approvals: Pick<Approvals, 'openCount'>;
  readonly sessions: Pick<Sessions, 'find' | 'look'>;
  readonly tokens: Pick<Tokens, 'authorizeHash'>;
}

/** The signed-in visitor. */
export type Visitor =
  | {
      readonly access: 'owner';
      readonly csrf: string;
      readonly workspace: AuthorizedWorkspace;
      /** How many requests wait for an approval. */
      readonly countOpenApprovals: () => Promise<number>;
    }
  | { readonly access: 'operator'; readonly csrf: string };

/**
 * Finds the visitor of a token or a session. The token of a session is looked up again each time, so the session ends with
 * it.
 */
export function createVisitors({ adminToken, approvals, sessions, tokens }: VisitorDeps) {
  const operatorHash = hashOfToken(adminToken);

  async function holderOf(tokenHash: string) {
    if (isSameHash(tokenHash, operatorHash)) return { access: 'operator' } as const;
    const workspace = await tokens.authorizeHash(tokenHash);
    if (workspace === null) return null;
    const countOpenApprovals = () => approvals.openCount(workspace.id);
    return { access: 'owner', workspace, countOpenApprovals } as const;
  }

  async function visitorOf(session: Session | null): Promise<Visitor | null> {
    const holder = session === null ? null : await holderOf(session.tokenHash);
    return session === null || holder === null ? null : { ...holder, csrf: session.csrf };
  }

  return {
    /** Reads the session of a request, which renews it. */
    find: async (cookie: string | undefined) =>
      await visitorOf(cookie === undefined ? null : await sessions.find(cookie)),
    /** The same without any use of the session, for an answer that lasts. */
    look: async (cookie: string | undefined) =>
      await visitorOf(cookie === undefined ? null : await sessions.look(cookie)),
    opens: async (token: string) => (await holderOf(hashOfToken(token))) !== null,
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

import type { AccessToken, OAuthTokens, StoredConnection } from '#contracts/oauth.ts';
import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import type { Connections } from '#store/policy/connections.ts';
import { brokenBecause, failedBecause } from './fault.ts';

export interface LookUpDeps {
  readonly connections: Connections;
  readonly logger: { readonly error: (facts: object, sentence: string) => void };
  readonly now: () => number;
}

/** A policy for which a token is asked. */
export interface Place {
  readonly scope: AgentScope;
  readonly policy: OAuthPolicy;
  /** A token that the target no longer takes. */
  readonly rejected?: string | undefined;
}

/** Nothing that is good is stored: a server has to be asked. */
export interface Due {
  readonly kind: 'due';
  readonly connection: StoredConnection | null;
  readonly tokens: OAuthTokens | null;
}

export const unreadable = failedBecause('cannot be read and has to be entered and connected again');

/** Opens something sealed; null where its key is missing, or it was moved. */
export function openedOrNull<Opened>(
  open: () => Opened,
  { scope, policy }: Place,
  { logger }: Pick<LookUpDeps, 'logger'>,
): Opened | null {
  try {
    return open();
  } catch (err) {
    logger.error({ ...scope, policyId: policy.id, err }, 'A stored secret cannot be decrypted');
    return null;
  }
}

/** The stored token of a policy, where it is still good. */
export function createLookUp(deps: LookUpDeps) {
  const { connections, now } = deps;

  return async function lookUp(place: Place): Promise<AccessToken | Due> {
    const { scope, policy, rejected } = place;
    const connection = await connections.find(scope, policy);
    if (connection === null) {
      if (policy.oauth.grant === 'client_credentials') return { kind: 'due', connection, tokens: null };
      return brokenBecause('does not exist yet: an owner connects it in the console');
    }
    if (connection.state === 'broken') return brokenBecause(connection.reason ?? 'is broken');
    const tokens = openedOrNull(() => connections.openTokens(scope, policy, connection), place, deps);
    if (tokens === null) return unreadable;
    const { accessToken } = tokens;
    const isDue = accessToken === rejected || now() >= (connection.renewAt ?? Infinity);
    return isDue ? { kind: 'due', connection, tokens } : { kind: 'token', accessToken };
  };
}

export type LookUp = ReturnType<typeof createLookUp>;

import type { AccessToken } from '#contracts/oauth.ts';
import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import type { NewConnection } from '#store/policy/connections.ts';
import { brokenBy, connectedBy } from './connected.ts';
import { failedBecause, type Fault } from './fault.ts';
import { type Due, type LookUp, type LookUpDeps, openedOrNull, type Place, unreadable } from './look-up.ts';
import type { Granted, OAuthProtocol } from './protocol.ts';

export interface RenewDeps extends LookUpDeps {
  readonly protocol: Pick<OAuthProtocol, 'withRefreshToken' | 'withClientCredentials'>;
  /** Decrypts the client secret; null where there is none. Throws when the key is missing or the record was moved. */
  readonly openClientSecret: (scope: AgentScope, policy: OAuthPolicy) => string | null;
}

/** A token that is refreshed in vain is used up to so long before it expires. */
const lastMs = 5_000;

/** Asks a server for a token, and stores the answer before anybody uses it. Only under the lock of the policy. */
export function createRenewal(deps: RenewDeps, lookUp: LookUp) {
  const { connections, protocol, now } = deps;

  async function ask(place: Place, refreshToken: string | null): Promise<Granted | Fault> {
    const { scope, policy } = place;
    const { oauth: settings } = policy;
    const opened = openedOrNull(() => ({ secret: deps.openClientSecret(scope, policy) }), place, deps);
    if (opened === null) return unreadable;
    const client = { settings, ...opened };
    return settings.grant === 'client_credentials' || refreshToken === null
      ? await protocol.withClientCredentials(client)
      : await protocol.withRefreshToken(client, refreshToken);
  }

  /** The record that another wrote in the meantime counts. */
  async function store(place: Place, { connection: read }: Due, next: NewConnection): Promise<AccessToken> {
    const { scope, policy } = place;
    const isWritten = await connections.write(scope, policy, { read, next });
    const stored = await lookUp(isWritten ? { scope, policy } : place);
    if (stored.kind !== 'due') return stored;
    return failedBecause('was changed in the meantime', true);
  }

  /** Another process may have renewed it before the lock was free. */
  return async function renew(place: Place): Promise<AccessToken> {
    const due = await lookUp(place);
    if (due.kind !== 'due') return due;
    const { connection, tokens } = due;
    const refreshToken = tokens?.refreshToken ?? null;
    const askedAt = now();
    const leftMs = (connection?.expiresAt ?? Infinity) - askedAt;
    const isRejected = tokens !== null && tokens.accessToken === place.rejected;
    const good: AccessToken | null =
      tokens !== null && !isRejected && leftMs > lastMs
        ? { kind: 'token', accessToken: tokens.accessToken }
        : null;
    if (refreshToken === null && place.policy.oauth.grant === 'authorization_code') {
      // A target may reject a token that its server would not: that alone breaks nothing.
      if (isRejected && leftMs > 0) return failedBecause('has no refresh token');
      const reason = 'has expired, and its server gave no refresh token';
      return good ?? (await store(place, due, brokenBy(reason, askedAt, connection)));
    }
    const answer = await ask(place, refreshToken);
    if (answer.kind === 'failed') return good ?? answer;
    const next =
      answer.kind === 'granted'
        ? connectedBy(answer, { askedAt, connection, refreshToken })
        : brokenBy(answer.reason, askedAt, connection);
    return await store(place, due, next);
  };
}

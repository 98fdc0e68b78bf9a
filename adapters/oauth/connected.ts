import type { StoredConnection } from '#contracts/oauth.ts';
import type { NewConnection } from '#store/policy/connections.ts';
import type { Granted } from './protocol.ts';

/** A token is refreshed so long before it expires: clocks differ, and a request takes its time. */
const aheadSeconds = 60;

interface Before {
  /** Before the server was asked, so that its clock does not count. */
  readonly askedAt: number;
  readonly connection: StoredConnection | null;
  readonly refreshToken: string | null;
}

/** The connection that an answer makes; members that the server left out stay as they were. */
export function connectedBy(
  { accessToken, refreshToken, lifetimeSeconds, scopes }: Granted,
  { askedAt, connection, refreshToken: earlier }: Before,
): NewConnection {
  const inSeconds = (seconds: number) => askedAt + Math.floor(seconds * 1_000);
  return {
    state: 'connected',
    since: connection?.state === 'connected' ? connection.since : askedAt,
    expiresAt: lifetimeSeconds === null ? null : inSeconds(lifetimeSeconds),
    // One that lives for less than two minutes is used for half of that.
    renewAt:
      lifetimeSeconds === null
        ? null
        : inSeconds(Math.max(lifetimeSeconds - aheadSeconds, lifetimeSeconds / 2)),
    scopes: scopes ?? connection?.scopes ?? null,
    reason: null,
    tokens: { accessToken, refreshToken: refreshToken ?? earlier },
  };
}

/** The connection that breaks: its tokens are gone. */
export const brokenBy = (reason: string, at: number, connection: StoredConnection | null): NewConnection => ({
  state: 'broken',
  since: at,
  expiresAt: null,
  renewAt: null,
  scopes: connection?.scopes ?? null,
  reason,
  tokens: null,
});

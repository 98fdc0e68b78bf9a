import type { ConnectionView, OAuthView, StoredConnection, StoredOAuth } from '#contracts/oauth.ts';
import { oauthPresetIds } from '#contracts/oauth.ts';
import { presetOf } from './oauth-presets.ts';

/** OAuth of a policy as its owner sees it; a connection of earlier settings does not count. */
export function oauthView(
  oauth: StoredOAuth | undefined,
  connection: StoredConnection | null,
): OAuthView | null {
  if (oauth === undefined) return null;
  const { sealedClientSecret, connectionId, preset, scopes, ...settings } = oauth;
  return {
    ...settings,
    preset: oauthPresetIds.find((id) => id === preset) ?? null,
    scopes: listOf(scopes),
    hasClientSecret: sealedClientSecret !== null,
    connection: connectionView(connection?.connectionId === connectionId ? connection : null),
  };
}

function connectionView(connection: StoredConnection | null): ConnectionView {
  if (connection === null) return { state: 'none', since: null, expiresAt: null, scopes: [], reason: null };
  const { state, since, expiresAt, scopes, reason } = connection;
  return { state, since: momentOf(since), expiresAt: momentOf(expiresAt), scopes: listOf(scopes), reason };
}

const momentOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const listOf = (scopes: string | null): string[] =>
  (scopes ?? '').split(/[ ,]+/).filter((scope) => scope !== '');

/** A sentence where the domain is none of those that the preset is for. */
export function oauthHints(domain: string, oauth: StoredOAuth | undefined): readonly string[] {
  const { title, hosts = [] } = presetOf(oauth?.preset ?? null);
  const isFor = hosts.some((host) => domain === host || domain.endsWith(`.${host}`));
  if (title === undefined || isFor) return [];
  return [`A token of ${title} is usually for ${hosts.join(', ')}; ${domain} is given it here.`];
}

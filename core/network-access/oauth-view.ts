import {
  type ConnectionView,
  knownPreset,
  oauthPresetNames,
  type OAuthView,
  type StoredConnection,
  type StoredOAuth,
} from '#contracts/oauth.ts';
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
    preset: knownPreset(preset) ?? null,
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
  const preset = knownPreset(oauth?.preset ?? null);
  if (preset === undefined) return [];
  const { hosts = [] } = presetOf(preset);
  if (hosts.some((host) => domain === host || domain.endsWith(`.${host}`))) return [];
  const name = oauthPresetNames[preset];
  return [`A token of ${name} is usually for ${hosts.join(', ')}; ${domain} is given it here.`];
}

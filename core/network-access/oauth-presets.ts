import { knownPreset, type OAuthClientAuth, type OAuthPresetId } from '#contracts/oauth.ts';

export interface OAuthPreset {
  /** The issuer whose metadata can be read; else its endpoints. */
  readonly issuer?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly clientAuth: OAuthClientAuth;
  /** Parameters of the authorization request beyond those of the standard. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** Between scopes; a blank by the standard. */
  readonly scopeSeparator?: ',';
  /** The body of a token request; a form by the standard. */
  readonly tokenBody?: 'json';
  /** Its own codes for a client or a grant that it no longer accepts. */
  readonly refusals?: readonly string[];
  /** So long a token is used where the answer does not name its lifetime. */
  readonly lifetimeSeconds?: number;
  /** The domains of its API. */
  readonly hosts: readonly string[];
  readonly docs: string;
}

/** Authorization servers whose documentation says how they are asked. */
const oauthPresets: Readonly<Record<OAuthPresetId, OAuthPreset>> = {
  google: {
    issuer: 'https://accounts.google.com',
    clientAuth: 'post',
    // Without both there is no refresh token the second time.
    authorizationParameters: { access_type: 'offline', prompt: 'consent' },
    hosts: ['googleapis.com'],
    docs: 'https://developers.google.com/identity/protocols/oauth2/web-server',
  },
  microsoft: {
    // These accept the accounts of every organization; `client_credentials` needs the URLs of one.
    authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    clientAuth: 'post',
    hosts: ['graph.microsoft.com'],
    docs: 'https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow',
  },
  github: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    clientAuth: 'post',
    refusals: ['bad_refresh_token', 'bad_verification_code', 'incorrect_client_credentials'],
    hosts: ['api.github.com'],
    docs: 'https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app',
  },
  slack: {
    authorizationUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    clientAuth: 'basic',
    scopeSeparator: ',',
    refusals: [
      'invalid_code',
      'invalid_refresh_token',
      'token_revoked',
      'bad_client_secret',
      'invalid_client_id',
    ],
    hosts: ['slack.com'],
    docs: 'https://docs.slack.dev/authentication/installing-with-oauth',
  },
  salesforce: {
    authorizationUrl: 'https://login.salesforce.com/services/oauth2/authorize',
    tokenUrl: 'https://login.salesforce.com/services/oauth2/token',
    clientAuth: 'post',
    // Its sessions last at least 15 minutes.
    lifetimeSeconds: 600,
    hosts: ['salesforce.com'],
    docs: 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm',
  },
  hubspot: {
    authorizationUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
    clientAuth: 'post',
    refusals: ['BAD_REFRESH_TOKEN', 'BAD_AUTH_CODE', 'BAD_CLIENT_ID', 'BAD_CLIENT_SECRET'],
    hosts: ['api.hubapi.com'],
    docs: 'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/working-with-oauth',
  },
  notion: {
    authorizationUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    clientAuth: 'basic',
    authorizationParameters: { owner: 'user' },
    tokenBody: 'json',
    hosts: ['api.notion.com'],
    docs: 'https://developers.notion.com/docs/authorization',
  },
  linear: {
    authorizationUrl: 'https://linear.app/oauth/authorize',
    tokenUrl: 'https://api.linear.app/oauth/token',
    clientAuth: 'post',
    scopeSeparator: ',',
    hosts: ['api.linear.app'],
    docs: 'https://linear.app/developers/oauth-2-0-authentication',
  },
};

/** The row of a stored preset; one that is not known here adds nothing. */
export function presetOf(id: string | null): Partial<OAuthPreset> {
  const known = knownPreset(id);
  return known === undefined ? {} : oauthPresets[known];
}

import {
  authorizationCodeGrantRequest,
  type AuthorizationServer,
  clientCredentialsGrantRequest,
  expectNoNonce,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';

import type { OwnerRequest } from '#egress/request-of-owner.ts';
import { type Fault, failedBecause, faultOf } from './fault.ts';
import { type OAuthPreset, presetOf } from '#network-access/oauth-presets.ts';
import { type Begun, beginAuthorization } from './begin.ts';
import { type ClientOptions, type OAuthClient, optionsOf, scopeOf } from './client.ts';
import { createServerFetch } from './server-fetch.ts';
import { createServers } from './servers.ts';

export interface Granted {
  readonly kind: 'granted';
  readonly accessToken: string;
  /** Null: the server gave none. */
  readonly refreshToken: string | null;
  readonly lifetimeSeconds: number | null;
  readonly scopes: string | null;
}

interface Answered extends Pick<Begun, 'state' | 'verifier' | 'nonce'> {
  readonly parameters: URLSearchParams;
  readonly redirectUri: string;
}

/** OAuth 2 with a server, without any state. Every function answers with a fault and throws nothing that a server can do. */
export function createOAuthProtocol(request: Pick<OwnerRequest, 'send'>) {
  const serverOf = createServers(request);

  async function ask(client: OAuthClient, exchange: Exchange): Promise<Granted | Fault> {
    const ways = presetOf(client.settings.preset);
    try {
      const server = await serverOf(client.settings);
      const hasIssuer = client.settings.issuer !== null;
      const serverFetch = createServerFetch(request, { hasIssuer, tokenBody: ways.tokenBody });
      return grantedIn(await exchange(server, optionsOf(client, serverFetch)), ways);
    } catch (error) {
      return faultOf(error, ways.refusals);
    }
  }

  return {
    begin: (client: Omit<OAuthClient, 'secret'>, redirectUri: string): Promise<Begun | Fault> =>
      beginAuthorization(serverOf, client, redirectUri),
    withCode: (client: OAuthClient, answered: Answered) => ask(client, codeExchange(client, answered)),
    withRefreshToken: (client: OAuthClient, refreshToken: string) =>
      ask(client, refreshExchange(refreshToken)),
    withClientCredentials: (client: OAuthClient) => ask(client, credentialsExchange(client)),
  };
}

export type OAuthProtocol = ReturnType<typeof createOAuthProtocol>;

type Exchange = (server: AuthorizationServer, options: ClientOptions) => Promise<TokenEndpointResponse>;

function credentialsExchange({ settings }: OAuthClient): Exchange {
  const scope = scopeOf(settings, presetOf(settings.preset));
  return async (server, { known, auth, additional, options }) => {
    const parameters = { ...additional, ...(scope !== '' && { scope }) };
    const answer = await clientCredentialsGrantRequest(server, known, auth, parameters, options);
    return await processClientCredentialsResponse(server, known, answer);
  };
}

function refreshExchange(refreshToken: string): Exchange {
  return async (server, { known, auth, additional, options }) => {
    const asked = { ...options, additionalParameters: additional };
    const answer = await refreshTokenGrantRequest(server, known, auth, refreshToken, asked);
    return await processRefreshTokenResponse(server, known, answer);
  };
}

function codeExchange({ settings }: OAuthClient, answered: Answered): Exchange {
  const { redirectUri, verifier, nonce, state } = answered;
  return async (server, { known, auth, additional, options }) => {
    const given = new URLSearchParams(answered.parameters);
    // It is held against the issuer; without one nothing is known of it.
    if (settings.issuer === null) given.delete('iss');
    const checked = validateAuthResponse(server, known, given, state);
    const asked = { ...options, additionalParameters: additional };
    const parts = [server, known, auth, checked, redirectUri, verifier, asked] as const;
    const answer = await authorizationCodeGrantRequest(...parts);
    return await processAuthorizationCodeResponse(server, known, answer, {
      expectedNonce: nonce ?? expectNoNonce,
      requireIdToken: nonce !== null,
    });
  };
}

/** Short ones would not be found where a target sends them back. */
const usable = /^[\x21-\x7e]{8,8192}$/;

function grantedIn(answer: TokenEndpointResponse, ways: Partial<OAuthPreset>): Granted | Fault {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope } = answer;
  if (!usable.test(accessToken) || answer.token_type !== 'bearer')
    return failedBecause('has a server whose token cannot be sent in a header');
  return {
    kind: 'granted',
    accessToken,
    refreshToken: refreshToken ?? null,
    lifetimeSeconds: expiresIn ?? ways.lifetimeSeconds ?? null,
    scopes: scope ?? null,
  };
}

import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi';

import { presetOf } from '#network-access/oauth-presets.ts';
import { additionalOf, type OAuthClient, scopeOf } from './client.ts';
import { type Fault, failedBecause, faultOf } from './fault.ts';
import type { ServerOf } from './servers.ts';

/** An authorization request: the address of its page, and the parts that its answer is held against. */
export interface Begun {
  readonly kind: 'begun';
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string | null;
}

/** Never throws for what a server can do. */
export async function beginAuthorization(
  serverOf: ServerOf,
  client: Omit<OAuthClient, 'secret'>,
  redirectUri: string,
): Promise<Begun | Fault> {
  const { settings } = client;
  const ways = presetOf(settings.preset);
  try {
    const { authorization_endpoint: endpoint } = await serverOf(settings);
    const page = URL.parse(endpoint ?? '');
    if (page === null || !/^https?:$/.test(page.protocol))
      return failedBecause('has a server without an authorization page');
    const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
    const hasNonce = settings.issuer !== null && settings.scopes.split(' ').includes('openid');
    const nonce = hasNonce ? generateRandomNonce() : null;
    const scope = scopeOf(settings, ways);
    const parameters = {
      ...ways.authorizationParameters,
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      ...(scope !== '' && { scope }),
      ...additionalOf(settings),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(nonce !== null && { nonce }),
    };
    for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
    return { kind: 'begun', url: page.href, state, verifier, nonce };
  } catch (error) {
    return faultOf(error);
  }
}

import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  type AuthorizationServer,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';

import type { StoredOAuth } from '#contracts/oauth.ts';
import type { OwnerRequest } from '#egress/request-of-owner.ts';
import { createServerFetch } from './server-fetch.ts';

type Settings = Pick<StoredOAuth, 'issuer' | 'authorizationUrl' | 'tokenUrl'>;

const metadataMs = 10 * 60 * 1_000;
const kept = 500;

/** The endpoints of authorization servers: as they were entered, or read from the metadata of the issuer, which must name itself. */
export function createServers(request: Pick<OwnerRequest, 'send'>) {
  const known = new LRUCache<string, AuthorizationServer>({ max: kept, ttl: metadataMs });
  const fetchMetadata = createServerFetch(request, { hasIssuer: true });

  async function discovered(issuer: string): Promise<AuthorizationServer> {
    const url = new URL(issuer);
    const ask = (algorithm: 'oidc' | 'oauth2') =>
      discoveryRequest(url, {
        algorithm,
        [customFetch]: fetchMetadata,
        // The addresses decide which of them may be asked over plain http.
        [allowInsecureRequests]: true,
      });
    const first = await ask('oidc');
    return await processDiscoveryResponse(url, first.status === 404 ? await ask('oauth2') : first);
  }

  /** Throws what `faultOf` reads. */
  return async function serverOf(settings: Settings): Promise<AuthorizationServer> {
    const { issuer, authorizationUrl, tokenUrl } = settings;
    if (issuer === null)
      return {
        // Held against nothing: an `iss`, and an ID token, count only where an issuer was entered.
        issuer: new URL(tokenUrl ?? '').origin,
        ...(tokenUrl !== null && { token_endpoint: tokenUrl }),
        ...(authorizationUrl !== null && { authorization_endpoint: authorizationUrl }),
      };
    const found = known.get(issuer) ?? (await discovered(issuer));
    known.set(issuer, found);
    return found;
  };
}

export type ServerOf = ReturnType<typeof createServers>;

import {
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  None,
} from 'oauth4webapi';

import type { StoredOAuth } from '#contracts/oauth.ts';
import type { createServerFetch } from './server-fetch.ts';

/** A client of a server: its settings, and its secret where it has one. */
export interface OAuthClient {
  readonly settings: StoredOAuth;
  readonly secret: string | null;
}

/** The client as the library takes it. */
export interface ClientOptions {
  readonly known: Client;
  readonly auth: ClientAuth;
  readonly additional: Record<string, string>;
  readonly options: {
    readonly [customFetch]: ReturnType<typeof createServerFetch>;
    readonly [allowInsecureRequests]: true;
  };
}

const clockToleranceSeconds = 60;

export function optionsOf(
  { settings, secret }: OAuthClient,
  serverFetch: ReturnType<typeof createServerFetch>,
): ClientOptions {
  const { clientAuth, clientId } = settings;
  const auths = { basic: ClientSecretBasic, post: ClientSecretPost } as const;
  return {
    known: { client_id: clientId, [clockTolerance]: clockToleranceSeconds },
    auth: clientAuth === 'none' ? None() : auths[clientAuth](secret ?? ''),
    additional: additionalOf(settings),
    // The addresses decide which of them may be asked over plain http.
    options: { [customFetch]: serverFetch, [allowInsecureRequests]: true },
  };
}

export const additionalOf = ({ audience, resource }: StoredOAuth): Record<string, string> => ({
  ...(audience !== null && { audience }),
  ...(resource !== null && { resource }),
});

export const scopeOf = (
  { scopes }: StoredOAuth,
  { scopeSeparator = ' ' }: { readonly scopeSeparator?: string },
) => scopes.replaceAll(' ', scopeSeparator);

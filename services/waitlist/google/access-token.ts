import { z } from 'zod';

import type { ServiceAccount } from './service-account.ts';

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const scope = 'https://www.googleapis.com/auth/spreadsheets';
/** A token is renewed this long before it expires, so that none expires in transit. */
const marginMs = 60_000;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Obtains access tokens for a service account with a signed JWT and caches them until shortly before expiry. */
export function createAccessTokens({ account, now }: { account: ServiceAccount; now: () => Date }) {
  let current: { readonly token: string; readonly endsAtMs: number } | undefined;

  async function get(signal: AbortSignal): Promise<string> {
    if (current && current.endsAtMs - marginMs > now().getTime()) return current.token;
    const answer = TokenAnswer.parse(await exchange(account, await assertion(account, now()), signal));
    current = { token: answer.access_token, endsAtMs: now().getTime() + answer.expires_in * 1_000 };
    return current.token;
  }

  /** Drops a rejected token, so that the next call fetches a new one. */
  function forget(token: string): void {
    if (current?.token === token) current = undefined;
  }

  return { get, forget };
}

async function assertion(account: ServiceAccount, at: Date): Promise<string> {
  // Loaded only if a Google Sheet is used.
  const { importPKCS8, SignJWT } = await import('jose');
  const issuedAt = Math.floor(at.getTime() / 1_000);
  const keyId = account.private_key_id === undefined ? {} : { kid: account.private_key_id };
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...keyId })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3_600)
    .sign(await importPKCS8(account.private_key, 'RS256'));
}

async function exchange(account: ServiceAccount, jwt: string, signal: AbortSignal): Promise<unknown> {
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt };
  const body = new URLSearchParams(grant);
  const response = await fetch(account.token_uri, { method: 'POST', body, signal, redirect: 'error' });
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}.`);
  return response.json();
}

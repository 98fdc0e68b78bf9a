import type { AgentScope, OAuthPolicy, PolicyRecord } from '#contracts/policy.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type AuthorizeDeps, createAuthorization, sentenceOf } from './authorize.ts';

interface Deps extends Omit<AuthorizeDeps, 'now'> {
  readonly accessTokens: AccessTokens;
  readonly findPolicy: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
  readonly now?: () => number;
}

const tryMs = 30_000;

/** Connects policies to authorization servers, as their owner asks for it. */
export function createConnector({ accessTokens, findPolicy, now = Date.now, ...deps }: Deps) {
  const { connections, redirectUri } = deps;

  async function policyOf(scope: AgentScope, policyId: string): Promise<OAuthPolicy> {
    const found = await findPolicy(scope, policyId);
    if (found?.oauth === undefined)
      throw new DomainError('NOT_FOUND', 'There is no such policy with OAuth 2.');
    return { ...found, oauth: found.oauth };
  }

  /** Has a token fetched, where that needs no owner. Gives the sentence where there is none. */
  async function tryToken(scope: AgentScope, record: PolicyRecord): Promise<string | null> {
    const { oauth } = record;
    if (oauth?.grant !== 'client_credentials') return null;
    const asked = { signal: AbortSignal.timeout(tryMs), deliveryId: null };
    const token = await accessTokens.take(scope, { ...record, oauth }, asked);
    return token.kind === 'token' ? null : sentenceOf(token);
  }

  /** `client_credentials` again from the beginning. Throws OUTBOUND_FAILED. */
  async function connect(scope: AgentScope, policyId: string): Promise<void> {
    const policy = await policyOf(scope, policyId);
    if (policy.oauth.grant === 'authorization_code')
      throw new DomainError('INVALID_REQUEST', 'This grant is connected in the console.', {
        hint: 'The answer of the authorization server is bound to the session of the console that asks for it.',
      });
    await connections.remove(scope, policyId);
    const problem = await tryToken(scope, policy);
    if (problem !== null) throw new DomainError('OUTBOUND_FAILED', problem);
  }

  async function disconnect(scope: AgentScope, policyId: string): Promise<void> {
    await policyOf(scope, policyId);
    await connections.remove(scope, policyId);
  }

  const authorization = createAuthorization({ ...deps, policyOf, now });
  return { ...authorization, tryToken, connect, disconnect, redirectUri };
}

export type Connector = ReturnType<typeof createConnector>;

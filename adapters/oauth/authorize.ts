import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hashOfToken } from '#domain/token.ts';
import type { Connections } from '#store/policy/connections.ts';
import type { PendingConnections } from '#store/policy/pending-connections.ts';
import { connectedBy } from './connected.ts';
import type { Fault } from './fault.ts';
import type { Granted, OAuthProtocol } from './protocol.ts';

export interface AuthorizeDeps {
  readonly connections: Connections;
  readonly pending: PendingConnections;
  readonly openClientSecret: (scope: AgentScope, policy: OAuthPolicy) => string | null;
  readonly protocol: Pick<OAuthProtocol, 'begin' | 'withCode'>;
  readonly redirectUri: string;
  readonly now: () => number;
}

interface Deps extends AuthorizeDeps {
  /** Throws NOT_FOUND. */
  readonly policyOf: (scope: AgentScope, policyId: string) => Promise<OAuthPolicy>;
}

/** The answer of an authorization server, as a browser brings it. */
interface Returned {
  readonly workspaceId: string;
  /** The session cookie of the console. */
  readonly session: string;
  readonly parameters: URLSearchParams;
}

const writesMax = 5;

/** The two halves of an authorization: an owner goes to the page of the server, and comes back with its answer. */
export function createAuthorization(deps: Deps) {
  const { pending, protocol, redirectUri, policyOf } = deps;

  /** The address of the page. Its answer counts in this session, for these settings, once. Throws OUTBOUND_FAILED. */
  async function begin(scope: AgentScope, policyId: string, session: string): Promise<string> {
    const { oauth: settings } = await policyOf(scope, policyId);
    if (settings.grant !== 'authorization_code')
      throw new DomainError('INVALID_REQUEST', 'This grant is connected without a page of its server.');
    const begun = await protocol.begin({ settings }, redirectUri);
    if (begun.kind !== 'begun') throw notConnected(begun);
    const { state, verifier, nonce, url } = begun;
    const { workspaceId, agentId } = scope;
    const { connectionId } = settings;
    const sessionId = hashOfToken(session);
    await pending.keep(workspaceId, state, { sessionId, agentId, policyId, connectionId, verifier, nonce });
    return url;
  }

  /** Stores the tokens that the answer leads to. Throws INVALID_REQUEST or OUTBOUND_FAILED. */
  async function finish({ workspaceId, session, parameters }: Returned) {
    const state = parameters.get('state') ?? '';
    const begun = await pending.take(workspaceId, state);
    if (begun === null || begun.sessionId !== hashOfToken(session)) throw unexpected();
    const { agentId, policyId, verifier, nonce } = begun;
    const scope = { workspaceId, agentId };
    const policy = await policyOf(scope, policyId);
    const { oauth: settings } = policy;
    if (settings.connectionId !== begun.connectionId) throw unexpected();
    const askedAt = deps.now();
    const client = { settings, secret: deps.openClientSecret(scope, policy) };
    const answered = { state, verifier, nonce, parameters, redirectUri };
    const answer = await protocol.withCode(client, answered);
    if (answer.kind !== 'granted') throw notConnected(answer);
    await store({ scope, policy }, answer, askedAt);
    return { agentId, policyId };
  }

  /** In the place of what any other wrote in the meantime: the owner has just agreed. */
  async function store(
    { scope, policy }: { readonly scope: AgentScope; readonly policy: OAuthPolicy },
    answer: Granted,
    askedAt: number,
  ): Promise<void> {
    const next = connectedBy(answer, { askedAt, connection: null, refreshToken: null });
    for (let attempt = 0; attempt < writesMax; attempt++) {
      const read = await deps.connections.find(scope, policy);
      if (await deps.connections.write(scope, policy, { read, next })) return;
    }
    throw unexpected();
  }

  return { begin, finish };
}

/** As a sentence for the owner. */
export const sentenceOf = ({ reason }: Pick<Fault, 'reason'>): string => `The OAuth 2 connection ${reason}.`;

const notConnected = (fault: Fault) => new DomainError('OUTBOUND_FAILED', sentenceOf(fault));

const unexpected = () =>
  new DomainError('INVALID_REQUEST', 'This answer of an authorization server was not expected.', {
    hint: 'It counts once, within 10 minutes, in the session that asked for it and for unchanged settings: connect again.',
  });

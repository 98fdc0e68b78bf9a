import type { StoredOAuth } from '#contracts/oauth.ts';
import type { AgentScope, AttachingPolicy, PolicyRecord } from '#contracts/policy.ts';

export const lowerName = ({ headerName }: Pick<PolicyRecord, 'headerName'>) =>
  headerName?.toLowerCase() ?? '';

/** A value opens only where it was entered for: moved or edited by hand, a record loses its secret. */
export const bindingOf = (
  { workspaceId, agentId }: AgentScope,
  record: Pick<AttachingPolicy, 'id' | 'domain' | 'headerName' | 'pathPrefix'>,
): readonly string[] => [
  record.pathPrefix === undefined ? 'network-policy-header' : 'network-policy-path-header',
  '1',
  workspaceId,
  agentId,
  record.id,
  record.domain,
  lowerName(record),
  ...(record.pathPrefix === undefined ? [] : [record.pathPrefix]),
];

type Settings = Pick<StoredOAuth, 'clientId' | 'issuer' | 'tokenUrl' | 'connectionId'>;

interface OAuthPolicy<Names extends keyof Settings> extends Pick<PolicyRecord, 'id' | 'domain'> {
  readonly oauth: Pick<Settings, Names>;
}

/** A client secret goes to the endpoints that it was entered for, and nowhere else. */
export const clientSecretBindingOf = (
  { workspaceId, agentId }: AgentScope,
  { id, domain, oauth }: OAuthPolicy<'clientId' | 'issuer' | 'tokenUrl'>,
): readonly string[] => [
  'network-policy-client-secret',
  '1',
  workspaceId,
  agentId,
  id,
  domain,
  oauth.clientId,
  oauth.issuer ?? '',
  oauth.tokenUrl ?? '',
];

export const tokensBindingOf = (
  { workspaceId, agentId }: AgentScope,
  { id, domain, oauth }: OAuthPolicy<'connectionId'>,
): readonly string[] => ['network-policy-tokens', '1', workspaceId, agentId, id, domain, oauth.connectionId];

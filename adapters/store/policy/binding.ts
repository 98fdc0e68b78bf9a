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

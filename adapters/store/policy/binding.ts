import type { AgentScope, PolicyRecord } from '#contracts/policy.ts';

export const lowerName = ({ headerName }: Pick<PolicyRecord, 'headerName'>) =>
  headerName?.toLowerCase() ?? '';

/** A value opens only where it was entered for: moved or edited by hand, a record loses its secret. */
export const bindingOf = (
  { workspaceId, agentId }: AgentScope,
  record: Pick<PolicyRecord, 'id' | 'domain' | 'headerName'>,
): readonly string[] => [
  'network-policy-header',
  '1',
  workspaceId,
  agentId,
  record.id,
  record.domain,
  lowerName(record),
];

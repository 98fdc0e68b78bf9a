import type { NewDecision } from '#contracts/decision.ts';
import type { AgentScope, PolicyRecord } from '#contracts/policy.ts';
import type { PolicyStore } from '#store/policy/policies.ts';

export const scope: AgentScope = { workspaceId: 'ws_1', agentId: 'agt_1' };

/** A policy as a test writes it: domain, the header with its value if it has one, and whatever else it has. */
export type PolicyLine = readonly [
  domain: string,
  headerName?: string | null,
  headerValue?: string | null,
  rest?: Partial<PolicyRecord>,
];

export function policyRecord([domain, headerName, headerValue, rest]: PolicyLine, index = 0): PolicyRecord {
  return {
    id: `pol_${index + 1}`,
    domain,
    headerName: headerName ?? null,
    sealedHeaderValue: headerValue ?? null,
    revision: 1,
    createdAt: index,
    updatedAt: index,
    ...rest,
  };
}

/** The look-up over a fixed list; values are kept in the clear where the store seals them. */
export function policyLookup(
  lines: readonly PolicyLine[],
): Pick<PolicyStore, 'findByDomains' | 'openHeaderValue'> & { readonly reads: string[][] } {
  const records = lines.map(policyRecord);
  const reads: string[][] = [];
  return {
    reads,
    findByDomains(_, domains) {
      reads.push([...domains]);
      return Promise.resolve(records.filter(({ domain }) => domains.includes(domain)));
    },
    openHeaderValue: (_, { sealedHeaderValue }) => sealedHeaderValue,
  };
}

export function decisionLog() {
  const rows: NewDecision[] = [];
  return {
    rows,
    append(_: AgentScope, row: NewDecision) {
      rows.push(row);
      return Promise.resolve();
    },
  };
}

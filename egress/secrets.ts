import type { AgentScope, PolicyLookup, PolicyRecord } from '../contracts/policy.ts';

export interface AttachedHeader {
  readonly name: string;
  readonly value: string;
}

/** The headers to attach, or the policy whose value cannot be read. */
export type OpenedSecrets =
  | { readonly kind: 'opened'; readonly headers: readonly AttachedHeader[] }
  | { readonly kind: 'unavailable'; readonly policyId: string; readonly error: unknown };

/** Decrypts the header values of the policies that attach one; nothing keeps them but the call itself. */
export function openSecrets(
  scope: AgentScope,
  attaching: readonly PolicyRecord[],
  { openHeaderValue }: Pick<PolicyLookup, 'openHeaderValue'>,
): OpenedSecrets {
  const headers: AttachedHeader[] = [];
  for (const policy of attaching) {
    try {
      const value = openHeaderValue(scope, policy);
      if (policy.headerName !== null && value !== null) headers.push({ name: policy.headerName, value });
    } catch (error) {
      return { kind: 'unavailable', policyId: policy.id, error };
    }
  }
  return { kind: 'opened', headers };
}

import { accessShownMax } from '#domain/access-shown.ts';
import type { PolicyStore } from '#store/policy/policies.ts';

/** Names of the headers that Network Access attaches for an agent. */
export async function storedHeadersOf(
  { policyRecords }: { readonly policyRecords: Pick<PolicyStore, 'list'> },
  scope: { readonly workspaceId: string; readonly agentId: string },
): Promise<readonly string[]> {
  const { items } = await policyRecords.list(scope, { limit: accessShownMax, cursor: undefined });
  return items.flatMap(({ headerName }) => (headerName === null ? [] : [headerName]));
}

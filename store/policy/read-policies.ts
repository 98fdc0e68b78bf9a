import type { AgentScope, PolicyRecord } from '../../contracts/policy.ts';
import type { Redis } from '../connect.ts';
import type { Page, PageQuery } from '../page.ts';
import { pageOfPolicies } from '../policy-page.ts';
import { PoliciesOfDomain } from '../records/agent.ts';
import { keys } from '../records/index.ts';
import type { Vault } from '../vault.ts';
import { bindingOf } from './binding.ts';

const keyOf = ({ workspaceId, agentId }: AgentScope) => keys.policies(workspaceId, agentId);

export function createPolicyReading({ redis, vault }: { readonly redis: Redis; readonly vault: Vault }) {
  async function findByDomains(
    scope: AgentScope,
    domains: readonly string[],
  ): Promise<readonly PolicyRecord[]> {
    const fields = await redis.hmGet(
      keyOf(scope),
      domains.map((domain) => `on:${domain}`),
    );
    return fields.flatMap((text) => (text === null ? [] : PoliciesOfDomain.parse(text)));
  }

  function openHeaderValue(scope: AgentScope, record: PolicyRecord): string | null {
    if (record.sealedHeaderValue === null) return null;
    return vault.open(record.sealedHeaderValue, bindingOf(scope, record));
  }

  async function all(scope: AgentScope): Promise<readonly PolicyRecord[]> {
    const fields = Object.entries(await redis.hGetAll(keyOf(scope)));
    return fields.flatMap(([field, text]) => (field.startsWith('on:') ? PoliciesOfDomain.parse(text) : []));
  }

  async function list(scope: AgentScope, query: PageQuery): Promise<Page<PolicyRecord>> {
    return pageOfPolicies(await all(scope), query);
  }

  async function find(scope: AgentScope, policyId: string): Promise<PolicyRecord | null> {
    const domain = await redis.hGet(keyOf(scope), `id:${policyId}`);
    if (domain === null) return null;
    return (await findByDomains(scope, [domain])).find(({ id }) => id === policyId) ?? null;
  }

  return { findByDomains, openHeaderValue, all, list, find };
}

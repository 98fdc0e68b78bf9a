import { z } from 'zod';

import type { AgentScope, PolicyDraft, PolicyRecord, PolicyWrite } from '../contracts/policy.ts';
import { newId } from '../domain/ids.ts';
import type { Redis } from './connect.ts';
import { PoliciesOfDomain } from './records/agent.ts';
import { keys } from './records/index.ts';
import type { Page, PageQuery } from './page.ts';
import { pageOfPolicies } from './policy-page.ts';
import { script } from './script.ts';
import type { Vault } from './vault.ts';

const WriteStatus = z.enum(['written', 'taken', 'changed', 'missing']);

const writeScript = script('write-policy');
const removeScript = script('remove-policy');

const lowerName = ({ headerName }: Pick<PolicyRecord, 'headerName'>) => headerName?.toLowerCase() ?? '';

/** A value opens only where it was entered for: moved or edited by hand, a record loses its secret. */
const bindingOf = (
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

export interface PolicyStore {
  /** Every policy of an agent, in no special order. */
  readonly all: (scope: AgentScope) => Promise<readonly PolicyRecord[]>;
  /** Newest first. */
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<PolicyRecord>>;
  readonly find: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
  /** The policies whose domain is one of `domains`, in no special order. One read, however many policies there are. */
  readonly findByDomains: (scope: AgentScope, domains: readonly string[]) => Promise<readonly PolicyRecord[]>;
  /** Decrypts the header value; null where there is none. Throws when the key is missing or the record was moved. */
  readonly openHeaderValue: (scope: AgentScope, record: PolicyRecord) => string | null;
  readonly insert: (scope: AgentScope, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** `changed`: the record is no longer the one that was read; read it again. */
  readonly replace: (scope: AgentScope, read: PolicyRecord, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** False when there was none. */
  readonly remove: (scope: AgentScope, policyId: string) => Promise<boolean>;
  /** Replaces the sealed value as it is, with one that another master key wraps. */
  readonly rewrap: (scope: AgentScope, read: PolicyRecord, sealedHeaderValue: string) => Promise<PolicyWrite>;
}

/** The Network Access policies of each agent, header values sealed. */
export function createPolicyStore({
  redis,
  vault,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now?: () => number;
}): PolicyStore {
  const keyOf = ({ workspaceId, agentId }: AgentScope) => keys.policies(workspaceId, agentId);

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

  async function write(scope: AgentScope, record: PolicyRecord): Promise<PolicyWrite> {
    const args = [
      record.id,
      String(record.revision - 1),
      record.domain,
      lowerName(record),
      JSON.stringify(record),
    ];
    const status = WriteStatus.parse(await writeScript(redis, [keyOf(scope)], args));
    return status === 'written' ? { status, record } : { status };
  }

  function sealed(scope: AgentScope, record: PolicyRecord, { headerValue }: PolicyDraft): PolicyRecord {
    if (headerValue === undefined) return record;
    const sealedHeaderValue = headerValue === null ? null : vault.seal(headerValue, bindingOf(scope, record));
    return { ...record, sealedHeaderValue };
  }

  async function insert(scope: AgentScope, draft: PolicyDraft): Promise<PolicyWrite> {
    const { domain, headerName } = draft;
    const times = { createdAt: now(), updatedAt: now() };
    const record = {
      id: newId('policy'),
      domain,
      headerName,
      sealedHeaderValue: null,
      revision: 1,
      ...times,
    };
    return await write(scope, sealed(scope, record, draft));
  }

  async function replace(scope: AgentScope, read: PolicyRecord, draft: PolicyDraft): Promise<PolicyWrite> {
    const { domain, headerName } = draft;
    const record = { ...read, domain, headerName, revision: read.revision + 1, updatedAt: now() };
    return await write(scope, sealed(scope, record, draft));
  }

  const rewrap: PolicyStore['rewrap'] = (scope, read, sealedHeaderValue) =>
    write(scope, { ...read, sealedHeaderValue, revision: read.revision + 1 });

  async function remove(scope: AgentScope, policyId: string): Promise<boolean> {
    return (await removeScript(redis, [keyOf(scope)], [policyId])) === 1;
  }

  return { findByDomains, openHeaderValue, all, list, find, insert, replace, rewrap, remove };
}

import {
  type AgentScope,
  approvalHoursDefault,
  type ListedPolicy,
  type NewPolicy,
  type Policy,
  type PolicyChange,
  type PolicyDraft,
  type PolicyRecord,
  type PolicyWrite,
  type StoredApproval,
} from '#contracts/policy.ts';
import { DomainError } from '#domain/domain-error.ts';
import { policyKindOf } from '#domain/policy-kind.ts';
import { boundsAfter } from './bounds.ts';
import { credentialAfter } from './credential.ts';
import { credentialsAfter } from './credentials.ts';
import { parsePolicyAddress } from './policy-address.ts';
import { parsePolicyDomain, type PolicyDomain } from './policy-domain.ts';
import { neverUsed, notFound, policyView } from './policy-view.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The store of the policies. */
interface PolicyRecords {
  /** Newest first. */
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<ListedPolicy>>;
  readonly find: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
  readonly lookUp: (scope: AgentScope, policyId: string) => Promise<ListedPolicy | null>;
  readonly insert: (scope: AgentScope, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** `changed`: the record is no longer the one that was read; read it again. */
  readonly replace: (scope: AgentScope, read: PolicyRecord, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** False when there was none. */
  readonly remove: (scope: AgentScope, policyId: string) => Promise<boolean>;
}

/** The allowlist of an agent as its owner keeps it. No answer contains the value of a header. */
export interface Policies {
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<Policy>>;
  /** Throws DomainError INVALID_DOMAIN, HEADER_PAIR_REQUIRED, INVALID_REQUEST or POLICY_EXISTS. */
  readonly create: (scope: AgentScope, input: NewPolicy) => Promise<Policy>;
  /** Throws as `create` does, and NOT_FOUND. */
  readonly update: (scope: AgentScope, policyId: string, input: PolicyChange) => Promise<Policy>;
  /** Throws NOT_FOUND. */
  readonly remove: (scope: AgentScope, policyId: string) => Promise<void>;
}

const changeAttemptsMax = 5;

export function createPolicies({
  records,
  tryToken = () => Promise.resolve(null),
  now = Date.now,
}: {
  readonly records: PolicyRecords;
  /** Has a token fetched for a policy that can have one without its owner; the sentence where there is none yet. */
  readonly tryToken?: (scope: AgentScope, record: PolicyRecord) => Promise<string | null>;
  readonly now?: () => number;
}): Policies {
  const shown = policyView(now);

  /** A token is tried at once, so that its owner sees what is wrong; the policy is saved all the same. */
  async function tried(scope: AgentScope, write: PolicyWrite, policy: Policy): Promise<Policy> {
    if (policy.oauth?.grant !== 'client_credentials' || write.status !== 'written') return policy;
    const problem = await tryToken(scope, write.record);
    const listed = await records.lookUp(scope, policy.id);
    const hints = [...policy.hints, ...(problem === null ? [] : [problem])];
    return { ...(listed === null ? policy : shown.listed(listed)), hints };
  }

  async function create(scope: AgentScope, input: NewPolicy): Promise<Policy> {
    const name = input.kind === 'mail' ? addressOf(input.address) : parsePolicyDomain(input.domain);
    const write = await records.insert(scope, newDraft(name, input));
    return await tried(scope, write, shown.written(write, input, neverUsed));
  }

  async function update(scope: AgentScope, policyId: string, input: PolicyChange): Promise<Policy> {
    for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
      const [record, use] = await Promise.all([
        records.find(scope, policyId),
        records.lookUp(scope, policyId),
      ]);
      if (record === null) throw notFound();
      const write = await records.replace(scope, record, changed(record, input));
      if (write.status === 'changed') continue;
      return await tried(scope, write, shown.written(write, input, use ?? neverUsed));
    }
    throw new DomainError('INTERNAL_ERROR', 'The policy is being changed by others all the time.');
  }

  return {
    async list(scope, query) {
      const { items, nextCursor } = await records.list(scope, query);
      return { items: items.map(shown.listed), nextCursor };
    },
    create,
    update,
    async remove(scope, policyId) {
      if (!(await records.remove(scope, policyId))) throw notFound();
    },
  };
}

const newDraft = (name: PolicyDomain, input: NewPolicy): PolicyDraft =>
  draftOf(name, {
    ...credentialAfter(input),
    approval: approvalAfter(input),
    bounds: boundsAfter(input),
    credentials: credentialsAfter(input),
  });

/** A policy after a change: absent members stay, but a stored value only for the same domain and header name. */
function changed(record: PolicyRecord, input: PolicyChange): PolicyDraft {
  const domain =
    policyKindOf(record.domain) === 'mail'
      ? addressOf(input.address ?? record.domain)
      : parsePolicyDomain(input.domain === undefined ? record.domain : input.domain);
  const canKeepValue = domain.domain === record.domain;
  return draftOf(domain, {
    ...credentialAfter(input, { ...record, canKeepValue }),
    approval: approvalAfter(input, record.approval),
    bounds: boundsAfter(input, record.bounds),
    credentials: credentialsAfter(input, { ...record, canKeepValues: canKeepValue }),
  });
}

/** The approvals that a policy asks for after this input; absent members stay. */
function approvalAfter(
  { approval, approvalHours, approvalExcept }: PolicyChange,
  stored?: StoredApproval,
): StoredApproval | undefined {
  const needed = approval ?? stored?.needed ?? 'never';
  if (needed === 'never') return undefined;
  const except = approvalExcept ?? stored?.except ?? [];
  const hours = approvalHours ?? stored?.hours ?? approvalHoursDefault;
  return { needed, hours, ...(except.length > 0 && { except }) };
}

const addressOf = (input: unknown): PolicyDomain => ({ domain: parsePolicyAddress(input), isShared: false });

function draftOf({ domain, isShared }: PolicyDomain, chosen: Omit<PolicyDraft, 'domain'>): PolicyDraft {
  const hasHeader = chosen.headerName !== null || chosen.credentials !== undefined;
  if (isShared && hasHeader) {
    throw new DomainError(
      'INVALID_DOMAIN',
      `domain ${domain} is shared by many owners: it cannot have a header.`,
      {
        field: 'domain',
        hint: 'Name the one subdomain that the header is for, or leave the header out.',
      },
    );
  }
  if (policyKindOf(domain) === 'mail' && hasHeader)
    throw new DomainError('INVALID_REQUEST', 'A policy of kind mail has no header.', { field: 'headerName' });
  if (policyKindOf(domain) === 'mail' && chosen.bounds !== undefined)
    throw new DomainError('INVALID_REQUEST', 'A policy of kind mail has no methods, paths or members.');
  return { domain, ...chosen };
}

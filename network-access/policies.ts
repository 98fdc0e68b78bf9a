import type {
  AgentScope,
  ListedPolicy,
  NewPolicy,
  Policy,
  PolicyChange,
  PolicyDraft,
  PolicyRecord,
  PolicyWrite,
} from '../contracts/policy.ts';
import { DomainError } from '../domain/domain-error.ts';
import { damageSentence } from '../domain/damage-sentence.ts';
import { headerHints } from './header-hints.ts';
import { resolveHeaderPair } from './header-pair.ts';
import { parsePolicyDomain, type PolicyDomain } from './policy-domain.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Where the policies are stored. */
interface PolicyRecords {
  /** Newest first. */
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<ListedPolicy>>;
  readonly find: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
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

const notFound = () => new DomainError('NOT_FOUND', 'There is no such policy.');

export function createPolicies({ records }: { readonly records: PolicyRecords }): Policies {
  async function create(scope: AgentScope, input: NewPolicy): Promise<Policy> {
    const domain = parsePolicyDomain(input.domain);
    const pair = resolveHeaderPair(input);
    return viewOf(await records.insert(scope, draftOf(domain, pair)), input);
  }

  async function update(scope: AgentScope, policyId: string, input: PolicyChange): Promise<Policy> {
    for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
      const record = await records.find(scope, policyId);
      if (record === null) throw notFound();
      const write = await records.replace(scope, record, changed(record, input));
      if (write.status !== 'changed') return viewOf(write, input);
    }
    throw new DomainError('INTERNAL_ERROR', 'The policy is being changed by others all the time.');
  }

  return {
    async list(scope, query) {
      const { items, nextCursor } = await records.list(scope, query);
      return { items: items.map(listed), nextCursor };
    },
    create,
    update,
    async remove(scope, policyId) {
      if (!(await records.remove(scope, policyId))) throw notFound();
    },
  };
}

/** A policy after a change: absent members stay, but a stored value only for the same domain and header name. */
function changed(record: PolicyRecord, input: PolicyChange): PolicyDraft {
  const domain = parsePolicyDomain(input.domain === undefined ? record.domain : input.domain);
  const canKeepValue = domain.domain === record.domain;
  return draftOf(domain, resolveHeaderPair(input, { headerName: record.headerName, canKeepValue }));
}

function draftOf({ domain, isShared }: PolicyDomain, pair: Omit<PolicyDraft, 'domain'>): PolicyDraft {
  if (isShared && pair.headerName !== null) {
    throw new DomainError(
      'INVALID_DOMAIN',
      `domain ${domain} is shared by many owners: it cannot have a header.`,
      {
        hint: 'Name the one subdomain that the header is for, or leave the header out.',
      },
    );
  }
  return { domain, ...pair };
}

function viewOf(write: PolicyWrite, input: PolicyChange): Policy {
  switch (write.status) {
    case 'written':
      return view(write.record, input.headerValue);
    case 'taken':
      throw new DomainError(
        'POLICY_EXISTS',
        'This agent already has a policy for this domain and header name.',
      );
    case 'missing':
    case 'changed':
      throw notFound();
  }
}

function listed(record: ListedPolicy): Policy {
  const shown = view(record, undefined);
  return record.isDamaged ? { ...shown, hints: [damagedHint] } : shown;
}

const damagedHint = `${damageSentence(['its header'])} Requests to the domain fail. Delete the policy, and add it again.`;

function view(record: PolicyRecord, enteredValue: string | null | undefined): Policy {
  const { id, domain, headerName, sealedHeaderValue } = record;
  const covers = domain.startsWith('*.')
    ? [`Covers every subdomain of ${domain.slice(2)}, at any depth; not ${domain.slice(2)} itself.`]
    : [];
  const entered =
    headerName !== null && enteredValue ? headerHints({ headerName, headerValue: enteredValue }) : [];
  return {
    id,
    domain,
    headerName,
    hasHeaderValue: sealedHeaderValue !== null,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    hints: [...covers, ...entered],
  };
}

import type {
  AgentScope,
  AttachingPolicy,
  ListedPolicy,
  PolicyDraft,
  PolicyRecord,
  PolicyWrite,
} from '#contracts/policy.ts';
import type { Redis } from '../connection/connect.ts';
import type { Page, PageQuery } from '../page.ts';
import { createPolicyReading } from './read-policies.ts';
import { createPolicyWriting } from './write-policies.ts';
import type { Vault } from '../secret/vault.ts';

export interface PolicyStore {
  readonly all: (scope: AgentScope) => Promise<readonly ListedPolicy[]>;
  /** Newest first. */
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<ListedPolicy>>;
  /** Null where there is none, or it is damaged. */
  readonly find: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
  /** As `list` has it; null where there is none. */
  readonly lookUp: (scope: AgentScope, policyId: string) => Promise<ListedPolicy | null>;
  /** The policies whose domain is one of `domains`, in no special order. One read, however many policies there are. */
  readonly findByDomains: (scope: AgentScope, domains: readonly string[]) => Promise<readonly PolicyRecord[]>;
  /** Decrypts the header value; null where there is none. Throws when the key is missing or the record was moved. */
  readonly openHeaderValue: (scope: AgentScope, record: AttachingPolicy) => string | null;
  readonly insert: (scope: AgentScope, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** `changed`: the record is no longer the one that was read; read it again. */
  readonly replace: (scope: AgentScope, read: PolicyRecord, draft: PolicyDraft) => Promise<PolicyWrite>;
  /** False when there was none. */
  readonly remove: (scope: AgentScope, policyId: string) => Promise<boolean>;
  /** Decrypts the client secret of OAuth, as `openHeaderValue` does. */
  readonly openClientSecret: (scope: AgentScope, record: PolicyRecord) => string | null;
  /** Replaces a sealed value by another envelope of it. False where it is there no more. */
  readonly rewrap: (
    scope: AgentScope,
    policyId: string,
    sealed: string,
    replacement: string,
  ) => Promise<boolean>;
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
  const reading = createPolicyReading({ redis, vault });
  return { ...reading, ...createPolicyWriting({ redis, vault, now, find: reading.find }) };
}

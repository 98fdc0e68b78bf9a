import { z } from 'zod';
import {
  type AgentScope,
  type AttachingPolicy,
  type ListedPolicy,
  PolicyRecord,
  type PolicyUse,
} from '#contracts/policy.ts';
import type { Redis } from '../connection/connect.ts';
import type { Page, PageQuery } from '../page.ts';
import { epochMs, json } from '../records/fields.ts';
import { PoliciesOfDomain } from '../records/agent.ts';
import { keys } from '../records/index.ts';
import type { Vault } from '../secret/vault.ts';
import { bindingOf, clientSecretBindingOf } from './binding.ts';
import { connectionIn } from './connections.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';

const keyOf = ({ workspaceId, agentId }: AgentScope) => keys.policies(workspaceId, agentId);
const connectionsOf = ({ workspaceId, agentId }: AgentScope) => keys.connections(workspaceId, agentId);

/** Each throws when the key is missing or the record was moved. */
function createOpening(vault: Vault) {
  function openHeaderValue(scope: AgentScope, record: AttachingPolicy): string | null {
    if (record.sealedHeaderValue === null) return null;
    return vault.open(record.sealedHeaderValue, bindingOf(scope, record));
  }

  function openClientSecret(scope: AgentScope, { oauth, ...record }: PolicyRecord): string | null {
    if (oauth === undefined || oauth.sealedClientSecret === null) return null;
    return vault.open(oauth.sealedClientSecret, clientSecretBindingOf(scope, { ...record, oauth }));
  }

  return { openHeaderValue, openClientSecret };
}

function createListing(redis: Redis) {
  async function all(scope: AgentScope): Promise<readonly ListedPolicy[]> {
    const policies = await redis.hGetAll(keyOf(scope));
    const mayConnect = Object.values(policies).some((text) => text.includes('"oauth"'));
    const connections = mayConnect ? await redis.hGetAll(connectionsOf(scope)) : {};
    const fields = Object.entries(policies);
    const stored = new Map(fields);
    const useOf = (id: string) => useOfFields(stored.get(`used:${id}`), stored.get(sinceField));
    const whole = fields.flatMap(([field, text]) => (field.startsWith('on:') ? readableOf(text) : []));
    const known = new Set(whole.map(({ id }) => id));
    const damaged = fields.flatMap(([field, domain]) => {
      const id = field.startsWith('id:') ? field.slice('id:'.length) : null;
      return id === null || known.has(id) ? [] : [{ ...damagedPolicy(id, domain), ...useOf(id) }];
    });
    const read = whole.map((record) => ({
      ...record,
      isDamaged: false,
      ...useOf(record.id),
      connection: connectionIn(connections[record.id]),
    }));
    return [...read, ...damaged];
  }

  async function list(scope: AgentScope, query: PageQuery): Promise<Page<ListedPolicy>> {
    return pageOfPolicies(await all(scope), query);
  }

  return { all, list };
}

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

  async function find(scope: AgentScope, policyId: string): Promise<PolicyRecord | null> {
    const domain = await redis.hGet(keyOf(scope), `id:${policyId}`);
    if (domain === null) return null;
    const text = await redis.hGet(keyOf(scope), `on:${domain}`);
    return (text === null ? [] : readableOf(text)).find(({ id }) => id === policyId) ?? null;
  }

  async function lookUp(scope: AgentScope, policyId: string): Promise<ListedPolicy | null> {
    const wanted = [`id:${policyId}`, `used:${policyId}`, sinceField];
    const [domain, used, since] = await redis.hmGet(keyOf(scope), wanted);
    if (domain == null) return null;
    const record = await find(scope, policyId);
    const connection =
      record?.oauth === undefined ? null : connectionIn(await redis.hGet(connectionsOf(scope), policyId));
    const policy =
      record === null ? damagedPolicy(policyId, domain) : { ...record, isDamaged: false, connection };
    return { ...policy, ...useOfFields(used, since) };
  }

  return { ...createOpening(vault), ...createListing(redis), findByDomains, find, lookUp };
}

const sinceField = 'uses-since';
const StoredMs = epochMs.nullish();

const useOfFields = (used: string | null | undefined, since: string | null | undefined): PolicyUse => ({
  lastUsedAt: StoredMs.safeDecode(used).data ?? null,
  usesSince: StoredMs.safeDecode(since).data ?? null,
});

const Parts = json(z.array(z.unknown()));

/** The policies of a domain that can be read. A decision does not use this: it takes all of them, or fails. */
function readableOf(text: string): readonly PolicyRecord[] {
  const parts = Parts.safeParse(text).data ?? [];
  return parts.flatMap((part) => PolicyRecord.safeParse(part).data ?? []);
}

const damagedPolicy = (id: string, domain: string): Omit<ListedPolicy, keyof PolicyUse> => ({
  id,
  domain,
  headerName: null,
  sealedHeaderValue: null,
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  connection: null,
  isDamaged: true,
});

interface Position {
  readonly at: number;
  readonly id: string;
}
const positionOf = ({ createdAt, id }: PolicyRecord): Position => ({ at: createdAt, id });

/** Newest first; two of one moment in the order of their ids. */
const compare = (a: Position, b: Position) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** A page of an agent's policies. The cursor names the last one shown. Throws INVALID_REQUEST for one of no page. */
function pageOfPolicies<Listed extends PolicyRecord>(
  records: readonly Listed[],
  { limit, cursor }: PageQuery,
): Page<Listed> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rest = records
    .toSorted((a, b) => compare(positionOf(a), positionOf(b)))
    .filter((record) => after === null || compare(positionOf(record), after) > 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rest.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null,
  };
}

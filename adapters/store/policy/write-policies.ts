import { z } from 'zod';

import type { OAuthDraft, StoredOAuth } from '#contracts/oauth.ts';
import type {
  AgentScope,
  AttachingPolicy,
  PolicyDraft,
  PolicyRecord,
  PolicyWrite,
} from '#contracts/policy.ts';
import { newId } from '#domain/ids.ts';
import { newToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { Vault } from '../secret/vault.ts';
import { bindingOf, clientSecretBindingOf, lowerName } from './binding.ts';

const WriteStatus = z.enum(['written', 'taken', 'changed', 'missing']);

const writeScript = script('write-policy', ['policy-uses']);
const removeScript = script('remove-policy');

const keysOf = ({ workspaceId, agentId }: AgentScope) => [
  keys.policies(workspaceId, agentId),
  keys.connections(workspaceId, agentId),
];

export function createPolicyWriting({
  redis,
  vault,
  now,
  find,
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
  readonly find: (scope: AgentScope, policyId: string) => Promise<PolicyRecord | null>;
}) {
  async function write(scope: AgentScope, record: PolicyRecord): Promise<PolicyWrite> {
    const args = [
      record.id,
      String(record.revision - 1),
      record.domain,
      lowerName(record),
      JSON.stringify(record),
    ];
    const status = WriteStatus.parse(await writeScript(redis, keysOf(scope), args));
    return status === 'written' ? { status, record } : { status };
  }

  async function insert(scope: AgentScope, draft: PolicyDraft): Promise<PolicyWrite> {
    const times = { createdAt: now(), updatedAt: now() };
    const record = {
      id: newId('policy'),
      ...chosenIn(draft),
      sealedHeaderValue: null,
      revision: 1,
      ...times,
    };
    return await write(scope, sealed(vault, scope, record, draft));
  }

  async function replace(scope: AgentScope, read: PolicyRecord, draft: PolicyDraft): Promise<PolicyWrite> {
    const { approval: _, bounds: __, credentials: ___, oauth: ____, ...rest } = read;
    const record = { ...rest, ...chosenIn(draft), revision: read.revision + 1, updatedAt: now() };
    return await write(scope, sealed(vault, scope, record, draft, read));
  }

  async function rewrap(scope: AgentScope, id: string, from: string, to: string): Promise<boolean> {
    const read = await find(scope, id);
    if (read === null || !sealedValuesOf(read).includes(from)) return false;
    return (await write(scope, resealed(read, from, to))).status === 'written';
  }

  async function remove(scope: AgentScope, policyId: string): Promise<boolean> {
    return (await removeScript(redis, keysOf(scope), [policyId])) === 1;
  }

  return { insert, replace, rewrap, remove };
}

/** Every sealed value of a policy. */
export const sealedValuesOf = ({
  sealedHeaderValue,
  oauth,
  credentials = [],
}: PolicyRecord): readonly string[] =>
  [
    sealedHeaderValue ?? [],
    oauth?.sealedClientSecret ?? [],
    credentials.map((one) => one.sealedHeaderValue),
  ].flat();

function resealed(read: PolicyRecord, sealedValue: string, replacement: string): PolicyRecord {
  const swap = <Sealed extends string | null>(value: Sealed) => (value === sealedValue ? replacement : value);
  const { sealedHeaderValue, oauth, credentials, revision } = read;
  return {
    ...read,
    sealedHeaderValue: swap(sealedHeaderValue),
    ...(oauth && { oauth: { ...oauth, sealedClientSecret: swap(oauth.sealedClientSecret) } }),
    ...(credentials && {
      credentials: credentials.map((one) => ({ ...one, sealedHeaderValue: swap(one.sealedHeaderValue) })),
    }),
    revision: revision + 1,
  };
}

const chosenIn = ({ domain, headerName, approval, bounds }: PolicyDraft) => ({
  domain,
  headerName,
  ...(approval && { approval }),
  ...(bounds && { bounds }),
});

/** The record with the secrets of the draft sealed for it; `undefined` keeps the one that is stored. */
function sealed(
  vault: Vault,
  scope: AgentScope,
  record: PolicyRecord,
  { headerValue, oauth, credentials }: PolicyDraft,
  stored?: PolicyRecord,
): PolicyRecord {
  const seal = (value: string, place: AttachingPolicy) => vault.seal(value, bindingOf(scope, place));
  const keptOf = (prefix: string) =>
    stored?.credentials?.find(({ pathPrefix }) => pathPrefix === prefix)?.sealedHeaderValue ?? '';
  return {
    ...record,
    ...(headerValue !== undefined && {
      sealedHeaderValue: headerValue === null ? null : seal(headerValue, record),
    }),
    ...(oauth && {
      sealedHeaderValue: null,
      oauth: sealedOAuth(vault, scope, record, { draft: oauth, before: stored?.oauth }),
    }),
    ...(credentials && {
      credentials: credentials.map(({ pathPrefix, headerName, headerValue: value }) => ({
        pathPrefix,
        headerName,
        sealedHeaderValue:
          value === undefined ? keptOf(pathPrefix) : seal(value, { ...record, pathPrefix, headerName }),
      })),
    }),
  };
}

function sealedOAuth(
  vault: Vault,
  scope: AgentScope,
  record: PolicyRecord,
  { draft, before }: { readonly draft: OAuthDraft; readonly before: StoredOAuth | undefined },
): StoredOAuth {
  const { settings, clientSecret, isSame } = draft;
  const binding = clientSecretBindingOf(scope, { ...record, oauth: settings });
  const sealedClientSecret =
    clientSecret === undefined
      ? before?.sealedClientSecret
      : clientSecret && vault.seal(clientSecret, binding);
  const connectionId = isSame ? before?.connectionId : undefined;
  return {
    ...settings,
    sealedClientSecret: sealedClientSecret ?? null,
    connectionId: connectionId ?? newToken(),
  };
}

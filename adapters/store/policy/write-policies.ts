import { z } from 'zod';

import type { OAuthDraft, StoredOAuth } from '#contracts/oauth.ts';
import type { AgentScope, PolicyDraft, PolicyRecord, PolicyWrite } from '#contracts/policy.ts';
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
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
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
    const { approval: _, oauth, ...rest } = read;
    const record = { ...rest, ...chosenIn(draft), revision: read.revision + 1, updatedAt: now() };
    return await write(scope, sealed(vault, scope, record, draft, oauth));
  }

  async function rewrap(scope: AgentScope, read: PolicyRecord, sealed: string): Promise<PolicyWrite> {
    const { oauth } = read;
    const rewrapped =
      oauth === undefined
        ? { sealedHeaderValue: sealed }
        : { oauth: { ...oauth, sealedClientSecret: sealed } };
    return await write(scope, { ...read, ...rewrapped, revision: read.revision + 1 });
  }

  async function remove(scope: AgentScope, policyId: string): Promise<boolean> {
    return (await removeScript(redis, keysOf(scope), [policyId])) === 1;
  }

  return { insert, replace, rewrap, remove };
}

const chosenIn = ({ domain, headerName, approval }: PolicyDraft) => ({
  domain,
  headerName,
  ...(approval && { approval }),
});

/** The record with the secrets of the draft sealed for it; `undefined` keeps the one that it has. */
function sealed(
  vault: Vault,
  scope: AgentScope,
  record: PolicyRecord,
  { headerValue, oauth }: PolicyDraft,
  before?: StoredOAuth,
): PolicyRecord {
  if (oauth !== undefined)
    return {
      ...record,
      sealedHeaderValue: null,
      oauth: sealedOAuth(vault, scope, record, { draft: oauth, before }),
    };
  if (headerValue === undefined) return record;
  const sealedHeaderValue = headerValue === null ? null : vault.seal(headerValue, bindingOf(scope, record));
  return { ...record, sealedHeaderValue };
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

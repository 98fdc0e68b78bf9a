import { z } from 'zod';

import { OAuthTokens, StoredConnection } from '#contracts/oauth.ts';
import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import { newToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { Vault } from '../secret/vault.ts';
import { tokensBindingOf } from './binding.ts';

export type NewConnection = Omit<StoredConnection, 'connectionId' | 'revision' | 'sealedTokens'> & {
  readonly tokens: OAuthTokens | null;
};

const Connection = json(StoredConnection);
const Tokens = json(OAuthTokens);
const writeScript = script('write-connection');
const releaseLease = script('release-lease');

/** Longer than any request to a token endpoint may take. */
const lockSeconds = 60;

/** The connection that a stored text is; null where it is none, or damaged. */
export const connectionIn = (text: string | null | undefined): StoredConnection | null =>
  Connection.safeDecode(text ?? '').data ?? null;

/** The connections of policies to authorization servers, tokens sealed. */
export function createConnections({ redis, vault }: { readonly redis: Redis; readonly vault: Vault }) {
  /** Null where there is none, or it is that of earlier settings. */
  async function find({ workspaceId, agentId }: AgentScope, { id, oauth }: OAuthPolicy) {
    const found = connectionIn(await redis.hGet(keys.connections(workspaceId, agentId), id));
    return found?.connectionId === oauth.connectionId ? found : null;
  }

  /** Null where there are none. Throws VaultError when the key is missing or the record was moved. */
  function openTokens(
    scope: AgentScope,
    policy: OAuthPolicy,
    { sealedTokens }: StoredConnection,
  ): OAuthTokens | null {
    return sealedTokens === null
      ? null
      : Tokens.decode(vault.open(sealedTokens, tokensBindingOf(scope, policy)));
  }

  /** False when it is no longer the one that was read (`null`: none was), or the policy is gone. */
  async function write(
    scope: AgentScope,
    policy: OAuthPolicy,
    { read, next }: { readonly read: StoredConnection | null; readonly next: NewConnection },
  ): Promise<boolean> {
    const { workspaceId, agentId } = scope;
    const { connectionId } = policy.oauth;
    const { tokens, ...rest } = next;
    const sealedTokens =
      tokens === null ? null : vault.seal(z.encode(Tokens, tokens), tokensBindingOf(scope, policy));
    const revision = (read?.revision ?? 0) + 1;
    const record = z.encode(Connection, { ...rest, connectionId, revision, sealedTokens });
    const keysOfAgent = [keys.connections(workspaceId, agentId), keys.policies(workspaceId, agentId)];
    return (
      (await writeScript(redis, keysOfAgent, [policy.id, connectionId, String(revision - 1), record])) === 1
    );
  }

  async function remove({ workspaceId, agentId }: AgentScope, policyId: string): Promise<void> {
    await redis.hDel(keys.connections(workspaceId, agentId), policyId);
  }

  /** The one lock of all workers on a policy; null where another holds it. */
  async function lock({ workspaceId, agentId }: AgentScope, policyId: string) {
    const key = keys.connectionLock(workspaceId, agentId, policyId);
    const holder = newToken();
    const expiration = { type: 'EX', value: lockSeconds } as const;
    if ((await redis.set(key, holder, { condition: 'NX', expiration })) === null) return null;
    return {
      async [Symbol.asyncDispose]() {
        await releaseLease(redis, [key], [holder]);
      },
    };
  }

  return { find, openTokens, write, remove, lock };
}

export type Connections = ReturnType<typeof createConnections>;

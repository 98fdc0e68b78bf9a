import { z } from 'zod';

import { hashOfToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { createSealedValue } from '../secret/sealed-value.ts';
import type { Vault } from '../secret/vault.ts';

const seconds = 600;

const Pending = z.object({
  /** The hash of the cookie of the session that began it. */
  sessionId: z.string(),
  agentId: z.string(),
  policyId: z.string(),
  /** That of the settings with which it began. */
  connectionId: z.string(),
  verifier: z.string(),
  nonce: z.string().nullable(),
});
export type PendingConnection = Readonly<z.infer<typeof Pending>>;

/** Connections that wait for the answer of an authorization server, by their `state`; each is taken once. */
export function createPendingConnections({ redis, vault }: { readonly redis: Redis; readonly vault: Vault }) {
  const keyOf = (workspaceId: string, state: string) =>
    keys.pendingConnection(workspaceId, hashOfToken(state));
  const sealedFor = (workspaceId: string, state: string) =>
    createSealedValue(vault, {
      binding: ['pending-connection', '1', workspaceId, hashOfToken(state)],
      schema: Pending,
      charsMax: 10_000,
    });

  async function keep(workspaceId: string, state: string, pending: PendingConnection): Promise<void> {
    await redis.set(keyOf(workspaceId, state), sealedFor(workspaceId, state).seal(pending), {
      expiration: { type: 'EX', value: seconds },
    });
  }

  /** Null where it is unknown, too old, or was taken before. */
  async function take(workspaceId: string, state: string): Promise<PendingConnection | null> {
    return sealedFor(workspaceId, state).open((await redis.getDel(keyOf(workspaceId, state))) ?? '');
  }

  return { keep, take };
}

export type PendingConnections = ReturnType<typeof createPendingConnections>;

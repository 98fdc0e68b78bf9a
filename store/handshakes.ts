import type { Redis } from './connect.ts';
import type { Hook } from './hooks.ts';
import { doorRecords } from './records/door.ts';
import { hashOf } from './records/fields.ts';
import { keys } from './records/index.ts';
import { readWithPlaceholders } from './records/read.ts';
import type { Vault } from './vault.ts';

const { fields } = doorRecords.door;

/** A handshake of a sender that was answered. */
export interface Handshake {
  readonly senderId: string;
  /** The signing secret that came with it. */
  readonly secret: string | null;
  /** The address that came with it, and ends it when it is called. */
  readonly confirmUrl: string | null;
}

const bindingOf = ({ workspaceId, automationId }: Hook, senderId: string) => [
  'handshake-secret',
  '1',
  workspaceId,
  automationId,
  senderId,
];

/** The last handshake that was answered at a hook, and what it left for the owner. */
export function createHandshakes({
  redis,
  vault,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly now?: () => number;
}) {
  const keyOf = ({ workspaceId, automationId }: Hook) => keys.door(workspaceId, automationId);

  /** Keeps the last one: what came with it is the owner's to take. */
  async function keep(hook: Hook, { senderId, secret, confirmUrl }: Handshake): Promise<void> {
    const sealed = secret === null ? null : vault.seal(secret, bindingOf(hook, senderId));
    const written = hashOf(fields, {
      handshakeSender: senderId,
      handshakeAt: now(),
      sealedHandshakeSecret: sealed,
      confirmUrl,
    });
    await redis
      .multi()
      .hDel(keyOf(hook), ['sealedHandshakeSecret', 'confirmUrl'])
      .hSet(keyOf(hook), written)
      .exec();
  }

  /** The last handshake that was answered; null where there was none. Throws VaultError. */
  async function last(hook: Hook): Promise<(Handshake & { readonly at: number }) | null> {
    const { handshakeSender, handshakeAt, sealedHandshakeSecret, confirmUrl } = readWithPlaceholders(
      fields,
      await redis.hGetAll(keyOf(hook)),
      {},
    ).fields;
    if (handshakeSender === null || handshakeAt === null) return null;
    const secret =
      sealedHandshakeSecret === null
        ? null
        : vault.open(sealedHandshakeSecret, bindingOf(hook, handshakeSender));
    return { senderId: handshakeSender, at: handshakeAt, secret, confirmUrl };
  }

  /** What came with it is taken; that it was answered stays known. */
  async function forget(hook: Hook): Promise<void> {
    await redis.hDel(keyOf(hook), ['sealedHandshakeSecret', 'confirmUrl']);
  }

  return { keep, last, forget };
}

export type Handshakes = ReturnType<typeof createHandshakes>;

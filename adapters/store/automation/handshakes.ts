import { sha256 } from '#domain/digest.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from './hooks.ts';
import { doorRecords } from '../records/door.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { named, script } from '../script.ts';
import type { Vault } from '../secret/vault.ts';

const { fields } = doorRecords.door;

interface LeftBehind {
  readonly secret: string | null;
  /** The address that came with it, and ends it when it is called. */
  readonly confirmUrl: string | null;
}

export interface Handshake extends LeftBehind {
  readonly senderId: string;
  /** Whether it carried the right signature; null where none was asked for, because there was no secret. */
  readonly verified: boolean | null;
}

/** Handshakes that are only counted, and when the last of them came, in epoch milliseconds. */
export interface CountedHandshakes {
  readonly count: number;
  readonly lastAt: number;
}

/** The handshake that waits for the owner, or the last one that was answered where none waits. */
export interface KeptHandshake extends LeftBehind {
  readonly senderId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Names what it left. */
  readonly digest: string;
  /** Whether it was signed with the secret that the automation had then. */
  readonly isSigned: boolean;
  /** Others that came while it waited. */
  readonly later: CountedHandshakes | null;
  /** Unsigned ones that came while the automation had a secret: nothing of them is kept. */
  readonly unsigned: CountedHandshakes | null;
}

const bindingOf = ({ workspaceId, automationId }: Hook, senderId: string) => [
  'handshake-secret',
  '1',
  workspaceId,
  automationId,
  senderId,
];

const digestOf = (senderId: string, { secret, confirmUrl }: LeftBehind): string =>
  sha256(JSON.stringify([senderId, secret, confirmUrl]));

const counted = (count: number, lastAt: number | null): CountedHandshakes | null =>
  lastAt === null || count === 0 ? null : { count, lastAt };

const keepScript = script('keep-handshake');

const leftBehind = [
  'sealedHandshakeSecret',
  'confirmUrl',
  'handshakeDigest',
  'isHandshakeSigned',
  'laterHandshakes',
  'laterHandshakeAt',
  'unsignedHandshakes',
  'unsignedHandshakeAt',
] as const satisfies readonly (keyof typeof fields.shape)[];

/** The handshakes that were answered at a hook, and what the first of them left for the owner. */
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

  /**
   * Keeps what came with it for the owner, who may take it. One that waits already is not replaced, because whoever knows
   * the URL can send another; and where an unsigned one came although there is a secret, it is only counted.
   */
  async function keep(hook: Hook, { senderId, verified, ...left }: Handshake): Promise<void> {
    const { secret, confirmUrl } = left;
    const leavesNothing = secret === null && confirmUrl === null;
    const isHint = verified === false && !leavesNothing;
    const kept = {
      at: now(),
      sender: senderId,
      /** A hint: what came with it is only counted. */
      isHint,
      digest: leavesNothing ? undefined : digestOf(senderId, left),
      sealedSecret: secret === null || isHint ? undefined : vault.seal(secret, bindingOf(hook, senderId)),
      confirmUrl: confirmUrl ?? undefined,
      isSigned: verified === true,
    };
    await keepScript(redis, [keyOf(hook)], [named(kept)]);
  }

  /** Null where none was answered. Throws VaultError. */
  async function last(hook: Hook): Promise<KeptHandshake | null> {
    const stored = readWithPlaceholders(fields, await redis.hGetAll(keyOf(hook)), {}).fields;
    const { handshakeSender: senderId, handshakeAt: at, sealedHandshakeSecret: sealed, confirmUrl } = stored;
    if (senderId === null || at === null) return null;
    const secret = sealed === null ? null : vault.open(sealed, bindingOf(hook, senderId));
    return {
      senderId,
      at,
      secret,
      confirmUrl,
      digest: digestOf(senderId, { secret, confirmUrl }),
      isSigned: stored.isHandshakeSigned !== null,
      later: counted(stored.laterHandshakes, stored.laterHandshakeAt),
      unsigned: counted(stored.unsignedHandshakes, stored.unsignedHandshakeAt),
    };
  }

  /** Its content is taken or discarded; the fact that it was answered stays. */
  async function forget(hook: Hook): Promise<void> {
    await redis.hDel(keyOf(hook), [...leftBehind]);
  }

  return { keep, last, forget };
}

export type Handshakes = ReturnType<typeof createHandshakes>;

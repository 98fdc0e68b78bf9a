import type { Pass } from '#domain/pass.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { rotateKeys } from './rotate-keys.ts';
import type { SealedSecret } from './sealed-secrets.ts';
import type { Vault } from './vault.ts';

/** A process that still has the earlier MASTER_KEYS may seal with an older key, so that a look is due again after this. */
const lookEverySeconds = 24 * 60 * 60;

/** Keeps the secrets of each workspace wrapped by the first master key, without reading all of them all the time. */
export function createSecretRotation({
  redis,
  vault,
  secretsOf,
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly secretsOf: (workspaceId: string) => AsyncIterable<SealedSecret>;
}) {
  /** Returns how many secrets were rewrapped; those that cannot be decrypted are failures. */
  async function rotate(workspaceId: string): Promise<Pass> {
    const wrappedBy = keys.secretsWrappedBy(workspaceId);
    if ((await redis.get(wrappedBy)) === vault.currentKeyId) return { done: 0, failures: [] };
    const { rewrapped, changed, unreadable } = await rotateKeys(vault, secretsOf(workspaceId));
    if (changed === 0 && unreadable.length === 0)
      await redis.set(wrappedBy, vault.currentKeyId, { expiration: { type: 'EX', value: lookEverySeconds } });
    const failures = unreadable.map(({ place, reason }) => ({ record: place, error: new Error(reason) }));
    return { done: rewrapped, failures };
  }

  return { rotate };
}

export type SecretRotation = ReturnType<typeof createSecretRotation>;

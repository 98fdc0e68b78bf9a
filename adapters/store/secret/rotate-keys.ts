import type { SealedSecret } from './sealed-secrets.ts';
import { type Vault, VaultError } from './vault.ts';

export interface KeyRotation {
  /** Secrets that the current master key wraps now and did not before. */
  readonly rewrapped: number;
  /** Those it already wrapped. */
  readonly current: number;
  /** Changed by someone else in the meantime: the next run sees them. */
  readonly changed: number;
  /** Left as they are, because their key is missing or is not the one that was used. */
  readonly unreadable: readonly {
    readonly place: string;
    readonly keyId: string | undefined;
    readonly reason: string;
  }[];
}

export interface KeysInUse {
  /** How many secrets each master key wraps: a key that is not listed may be taken out of MASTER_KEYS. */
  readonly counts: ReadonlyMap<string, number>;
  /** The places of secrets in no form of the vault: which key wrapped them cannot be told. */
  readonly unreadable: readonly string[];
}

export async function countKeysInUse(
  vault: Pick<Vault, 'keyIdOf'>,
  secrets: AsyncIterable<SealedSecret>,
): Promise<KeysInUse> {
  const counts = new Map<string, number>();
  const unreadable: string[] = [];
  for await (const { place, sealed } of secrets) {
    try {
      const keyId = vault.keyIdOf(sealed);
      counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      unreadable.push(place);
    }
  }
  return { counts, unreadable };
}

/** Wraps every secret under the first master key. It may stop anywhere and be run again; nothing is lost. */
export async function rotateKeys(vault: Vault, secrets: AsyncIterable<SealedSecret>): Promise<KeyRotation> {
  const counts = { rewrapped: 0, current: 0, changed: 0 };
  const unreadable: KeyRotation['unreadable'][number][] = [];
  for await (const { place, sealed, replace } of secrets) {
    try {
      if (vault.keyIdOf(sealed) === vault.currentKeyId) counts.current += 1;
      else if (await replace(vault.rewrap(sealed))) counts.rewrapped += 1;
      else counts.changed += 1;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      unreadable.push({ place, keyId: error.keyId, reason: error.message });
    }
  }
  return { ...counts, unreadable };
}

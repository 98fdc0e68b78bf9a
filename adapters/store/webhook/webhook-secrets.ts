import { randomBytes } from 'node:crypto';

import type { Vault } from '../secret/vault.ts';

/** The place that a secret was made for: it opens nowhere else. */
export interface SecretOwner {
  readonly kind: 'alert-secret' | 'event-secret';
  readonly workspaceId: string;
  /** The alert rule, or the target of events. */
  readonly id: string;
}

/** The secrets of an alert rule, or of a target of events, as they are stored. */
interface StoredSecrets {
  readonly sealedSecret: string | null;
  readonly sealedFormerSecret: string | null;
  /** Epoch milliseconds. */
  readonly formerSecretUntil: number;
}

const secretBytes = 32;
/** Long enough to change it at the other end. */
const formerSecretMs = 24 * 60 * 60 * 1000;

const bindingOf = ({ kind, workspaceId, id }: SecretOwner): readonly string[] => [kind, '1', workspaceId, id];

/** A new secret as Standard Webhooks writes it, and sealed. */
export function newWebhookSecret(vault: Vault, owner: SecretOwner) {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { secret, sealed: vault.seal(secret, bindingOf(owner)) };
}

/** A new secret in the place of the one that was read, which is valid for a day more. */
export const replacedSecret = (
  sealed: string,
  { sealedSecret }: Pick<StoredSecrets, 'sealedSecret'>,
  nowMs: number,
): StoredSecrets => ({
  sealedSecret: sealed,
  sealedFormerSecret: sealedSecret,
  formerSecretUntil: nowMs + formerSecretMs,
});

/** The secrets that sign now, the newest first. Throws VaultError. */
export function signingSecrets(
  vault: Vault,
  owner: SecretOwner,
  { sealedSecret, sealedFormerSecret, formerSecretUntil }: StoredSecrets,
  nowMs: number,
): readonly string[] {
  return [sealedSecret, formerSecretUntil > nowMs ? sealedFormerSecret : null].flatMap((sealed) =>
    sealed === null ? [] : [vault.open(sealed, bindingOf(owner))],
  );
}

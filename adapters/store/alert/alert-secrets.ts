import { randomBytes } from 'node:crypto';

import type { Vault } from '../secret/vault.ts';

interface RuleRef {
  readonly workspaceId: string;
  readonly ruleId: string;
}

const secretBytes = 32;
/** Long enough to change it at the other end. */
export const formerSecretMs = 24 * 60 * 60 * 1000;

/** A secret opens only where it was made: for this rule. */
const bindingOf = ({ workspaceId, ruleId }: RuleRef): readonly string[] => [
  'alert-secret',
  '1',
  workspaceId,
  ruleId,
];

export function newAlertSecret(vault: Vault, rule: RuleRef) {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { secret, sealed: vault.seal(secret, bindingOf(rule)) };
}

/** Throws VaultError. */
export const openAlertSecret = (vault: Vault, rule: RuleRef, sealed: string): string =>
  vault.open(sealed, bindingOf(rule));

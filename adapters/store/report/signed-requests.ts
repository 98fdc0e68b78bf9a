import { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import { type Vault, VaultError } from '../secret/vault.ts';

/** Long enough to enter the secret, and to have the scheme of the signature found. */
const keptSeconds = 24 * 60 * 60;

const SignedRequest = z.object({
  deliveryId: z.string(),
  /** The query of the address, with its `?`. */
  search: z.string(),
  /** Headers that the record of a delivery does not keep: signatures and tokens. */
  headers: z.record(z.string(), z.string()),
});
export type SignedRequest = z.output<typeof SignedRequest>;

const bindingOf = ({ workspaceId, automationId }: Hook) => ['signed-request', '1', workspaceId, automationId];

/** The signature of the newest delivery that nothing verified, sealed, so that its scheme can be found. */
export function createSignedRequests({ redis, vault }: { readonly redis: Redis; readonly vault: Vault }) {
  const keyOf = ({ workspaceId, automationId }: Hook) => keys.signedRequest(workspaceId, automationId);

  async function keep(hook: Hook, request: SignedRequest): Promise<void> {
    const sealed = vault.seal(JSON.stringify(request), bindingOf(hook));
    await redis.set(keyOf(hook), sealed, { expiration: { type: 'EX', value: keptSeconds } });
  }

  /** Null where none was kept for a day, or where it cannot be opened any more. */
  async function last(hook: Hook): Promise<SignedRequest | null> {
    const sealed = await redis.get(keyOf(hook));
    if (sealed === null) return null;
    try {
      return SignedRequest.parse(JSON.parse(vault.open(sealed, bindingOf(hook))));
    } catch (error) {
      if (error instanceof VaultError) return null;
      throw error;
    }
  }

  return { keep, last };
}

export type SignedRequests = ReturnType<typeof createSignedRequests>;

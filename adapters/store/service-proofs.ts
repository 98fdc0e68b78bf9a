import { createHmac, hkdfSync } from 'node:crypto';

import type { MasterKey } from './secret/vault.ts';

/** The answers to a challenge that only whoever has these master keys can give, one by each key. */
export const serviceProofs = (challenge: string, masterKeys: readonly MasterKey[]): readonly string[] =>
  masterKeys.map(({ key }) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'proof of the service', 32)))
      .update(challenge)
      .digest('base64url'),
  );

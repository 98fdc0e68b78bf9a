import { readConfig } from '../platform/config.ts';
import { connectRedis } from '../store/connect.ts';
import { createPolicyStore } from '../store/policies.ts';
import { countKeysInUse, rotateKeys } from '../store/rotate-keys.ts';
import { createSealedSecrets } from '../store/sealed-secrets.ts';
import { createVault } from '../store/vault.ts';
import { createWorkspaces } from '../store/workspaces.ts';

// Put the new key in front of MASTER_KEYS, restart, run this, and take out the keys that it no longer lists.
const { REDIS_URL, MASTER_KEYS } = readConfig(process.env);
if (REDIS_URL === undefined || MASTER_KEYS === undefined) {
  console.error('Set REDIS_URL and MASTER_KEYS as they are set for the service, the new key first.');
  process.exit(1);
}

const vault = createVault(MASTER_KEYS);
const redis = await connectRedis(REDIS_URL, (error) => console.error(error.message));
const policies = createPolicyStore({ redis, vault });
const sealedSecrets = createSealedSecrets({ redis, workspaces: createWorkspaces({ redis }), policies });

const { rewrapped, current, changed, unreadable } = await rotateKeys(vault, sealedSecrets());
console.log(`${rewrapped} secrets were wrapped anew under ${vault.currentKeyId}, ${current} already were.`);
if (changed > 0) console.log(`${changed} changed meanwhile; run this again.`);
for (const { place, reason } of unreadable) console.error(`Left as it is: ${place}. ${reason}`);
const inUse = await countKeysInUse(vault, sealedSecrets());
for (const [keyId, count] of inUse) {
  console.log(`${keyId} wraps ${count} secrets and has to stay in MASTER_KEYS.`);
}
for (const { id } of MASTER_KEYS) {
  if (id !== vault.currentKeyId && !inUse.has(id)) {
    console.log(
      `${id} wraps none: take it out of MASTER_KEYS once every process runs with ${vault.currentKeyId}.`,
    );
  }
}
await redis.close();
process.exitCode = unreadable.length > 0 || changed > 0 ? 1 : 0;

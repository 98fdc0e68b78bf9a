import type { Redis } from '#store/connection/connect.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { countKeysInUse, rotateKeys, type KeysInUse } from '#store/secret/rotate-keys.ts';
import { createSealedSecrets } from '#store/secret/sealed-secrets.ts';
import { createVault, type MasterKey } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';

interface Rotation {
  readonly redis: Redis;
  /** The new one first. */
  readonly masterKeys: readonly MasterKey[];
  readonly say: (sentence: string) => void;
}

/** Wraps every secret under the first master key and reports on each key. False when something remains to be done. */
export async function rotate({ redis, masterKeys, say }: Rotation): Promise<boolean> {
  const vault = createVault(masterKeys);
  const policies = createPolicyStore({ redis, vault });
  const sealedSecrets = createSealedSecrets({ redis, workspaces: createWorkspaces({ redis }), policies });
  const { rewrapped, current, changed, unreadable } = await rotateKeys(vault, sealedSecrets.all());
  say(`${rewrapped} secrets were rewrapped under ${vault.currentKeyId}, ${current} already were.`);
  if (changed > 0) say(`${changed} changed meanwhile; run this again.`);
  for (const { place, reason } of unreadable) say(`Left as it is: ${place}. ${reason}`);
  if (rewrapped > 0)
    say(
      `A process without ${vault.currentKeyId} in its MASTER_KEYS cannot read them: add it there, and restart it.`,
    );
  const inUse = await countKeysInUse(vault, sealedSecrets.all());
  const advice = adviceOn(
    inUse,
    masterKeys.map(({ id }) => id),
  );
  for (const sentence of advice) say(sentence);
  return unreadable.length === 0 && changed === 0;
}

/** The count that each key still wraps, and the keys that may be removed; the first of `keyIds` wraps from now on. */
function adviceOn({ counts, unreadable }: KeysInUse, [currentId, ...olderIds]: readonly string[]): string[] {
  const idle = olderIds.filter((id) => !counts.has(id));
  return [
    ...[...counts].map(([id, count]) => `${id} wraps ${count} secrets and has to stay in MASTER_KEYS.`),
    ...(unreadable.length === 0
      ? []
      : [`${unreadable.length} secrets are damaged: which key wraps them cannot be told.`]),
    ...idle.map(
      (id) => `${id} wraps none: take it out of MASTER_KEYS once every process runs with ${currentId}.`,
    ),
  ];
}

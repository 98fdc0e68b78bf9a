import { z } from 'zod';

import { type ListedSecret, SecretRecord, type StoredSecret } from '#contracts/secret.ts';
import type { Redis } from '../connection/connect.ts';
import { epochMs, json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { Vault } from './vault.ts';

const Stored = json(SecretRecord);

const replaceField = script('replace-field');

interface SecretDraft {
  readonly domains: readonly string[];
  readonly value: string;
}

/** A value opens only for the hosts that it was entered for: moved or edited by hand, a record loses its secret. */
const bindingOf = (workspaceId: string, { name, domains }: Pick<StoredSecret, 'name' | 'domains'>) => [
  'named-secret',
  '1',
  workspaceId,
  name,
  ...domains,
];

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

/** The named secrets of each workspace, values sealed. One that cannot be read has no domain, so that it goes nowhere. */
export function createSecretStore({
  redis,
  vault,
  now = Date.now,
}: Pick<Deps, 'redis' | 'vault'> & Partial<Deps>) {
  return { ...createReading({ redis, vault }), ...createWriting({ redis, vault, now }) };
}

function createReading({ redis, vault }: Pick<Deps, 'redis' | 'vault'>) {
  async function all(workspaceId: string): Promise<readonly ListedSecret[]> {
    const [stored, uses] = await Promise.all([
      redis.hGetAll(keys.secrets(workspaceId)),
      redis.hGetAll(keys.secretUses(workspaceId)),
    ]);
    return Object.entries(stored).map(([name, text]) => ({
      ...readable(name, text),
      lastUsedAt: epochMs.safeParse(uses[name]).data ?? null,
    }));
  }

  async function find(workspaceId: string, names: readonly string[]): Promise<readonly StoredSecret[]> {
    const texts = await redis.hmGet(keys.secrets(workspaceId), [...names]);
    return names.flatMap((name, index) => {
      const text = texts[index] ?? null;
      return text === null ? [] : [readable(name, text)];
    });
  }

  /** Decrypts the value. Throws VaultError when the key is missing or the record was changed. */
  const open = (workspaceId: string, secret: StoredSecret): string =>
    vault.open(secret.sealedValue, bindingOf(workspaceId, secret));

  return { all, find, open };
}

function createWriting({ redis, vault, now }: Deps) {
  function sealed(workspaceId: string, name: string, draft: SecretDraft, createdAt?: number): string {
    const updatedAt = now();
    const domains = [...draft.domains];
    const sealedValue = vault.seal(draft.value, bindingOf(workspaceId, { name, domains }));
    return textOf({ domains, sealedValue, createdAt: createdAt ?? updatedAt, updatedAt });
  }

  async function insert(workspaceId: string, name: string, draft: SecretDraft): Promise<boolean> {
    const text = sealed(workspaceId, name, draft);
    if ((await redis.hSetNX(keys.secrets(workspaceId), name, text)) === 0) return false;
    await redis.hDel(keys.secretUses(workspaceId), name);
    return true;
  }

  /** False when it is no longer as it was read. */
  async function replace(workspaceId: string, read: StoredSecret, draft: SecretDraft): Promise<boolean> {
    const before = textOf(read);
    const after = sealed(workspaceId, read.name, draft, read.createdAt);
    return (await replaceField(redis, [keys.secrets(workspaceId)], [read.name, before, after])) === 1;
  }

  async function remove(workspaceId: string, name: string): Promise<boolean> {
    const [removed] = await redis
      .multi()
      .hDel(keys.secrets(workspaceId), name)
      .hDel(keys.secretUses(workspaceId), name)
      .exec();
    return Number(removed) === 1;
  }

  async function noteUsed(workspaceId: string, names: readonly string[]): Promise<void> {
    const at = String(now());
    await redis.hSet(
      keys.secretUses(workspaceId),
      names.flatMap((name) => [name, at]),
    );
  }

  return { insert, replace, remove, noteUsed };
}

/** The record as text: always in the same order of members, so that a text can be compared. */
const textOf = ({ domains, sealedValue, createdAt, updatedAt }: SecretRecord): string =>
  z.encode(Stored, { domains, sealedValue, createdAt, updatedAt });

const damaged: SecretRecord = { domains: [], sealedValue: '', createdAt: 0, updatedAt: 0 };

const readable = (name: string, text: string): StoredSecret => ({
  name,
  ...(Stored.safeParse(text).data ?? damaged),
});

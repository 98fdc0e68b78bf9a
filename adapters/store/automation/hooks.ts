import type { Redis } from '../connection/connect.ts';
import { automationRecords } from '../records/automation.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';

export interface Hook {
  readonly workspaceId: string;
  readonly automationId: string;
}

export type HookLookup =
  | { readonly status: 'unknown' | 'retired' }
  | { readonly status: 'known'; readonly hook: Hook };

/** A hook never changes its owner; only its retirement may be seen this late, and admission checks that itself. */
const rememberedForMs = 5_000;
const rememberedMax = 10_000;

/** Looks hooks up by the hash of their token, and caches them briefly. */
export function createHooks({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const remembered = new Map<string, { readonly hook: Hook; readonly untilMs: number }>();

  async function find(tokenHash: string): Promise<HookLookup> {
    const known = remembered.get(tokenHash);
    if (known !== undefined && known.untilMs > now()) return { status: 'known', hook: known.hook };
    remembered.delete(tokenHash);
    const stored = await readFields(redis, keys.hook(tokenHash), automationRecords.hook.fields);
    if (stored === null) return { status: 'unknown' };
    const { retired, ...hook } = stored;
    return retired === null ? { status: 'known', hook: remember(tokenHash, hook) } : { status: 'retired' };
  }

  function remember(tokenHash: string, hook: Hook): Hook {
    const [oldest] = remembered.keys();
    if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest);
    remembered.set(tokenHash, { hook, untilMs: now() + rememberedForMs });
    return hook;
  }

  return { find };
}

export type Hooks = ReturnType<typeof createHooks>;

import { newOwner, type Owner } from '#test/support/supervised.ts';
import { filterOf, needsApproval, targetKinds, type TargetKind } from '../plan/target-kinds.ts';
import type { Service } from './service.ts';
import { key, type StormTarget } from './target.ts';

interface Hook {
  readonly id: string;
  /** One address for each API. */
  readonly urls: readonly string[];
}

/** A workspace of the storm with an automation for each kind of target, and one whose requests are held. */
export interface Shop {
  readonly number: number;
  readonly owner: Owner;
  readonly hooks: Readonly<Record<TargetKind, Hook>>;
  readonly heldHook: Hook;
  /** The path of the requests of `heldHook`. */
  readonly heldPath: string;
}

/** Short of what a storm waits for. */
const retry = { tries: 3, withinMinutes: 1 };

interface ShopDeps extends Pick<Service, 'urls' | 'dataDir' | 'reach'> {
  readonly target: StormTarget;
}

export async function newShop(number: number, { urls, dataDir, reach, target }: ShopDeps): Promise<Shop> {
  const owner = await newOwner(urls[0]!, dataDir);
  const ofTarget = (await reach?.(target.url)) ?? target.url;
  const { hostname } = new URL(ofTarget);
  const free = [...targetKinds.filter((kind) => !needsApproval(kind)), 'held/*/'];
  await owner.allow(hostname, key, {
    approval: 'writes',
    approvalExcept: free.map((path) => ({ method: 'POST', path: `/${path}` })),
  });
  // A port at which nothing listens.
  const dead = `http://${hostname}:1`;
  const heldPath = `/held/${number}/`;
  const newHook = async (path: string, filter?: string, origin = ofTarget): Promise<Hook> => {
    const instructions = `POST ${origin}${path} with JSON {"order": "{{order}}"}.`;
    const { id, url } = await owner.newAutomation(instructions, filter, retry);
    return { id, urls: urls.map((api) => `${api}${new URL(url).pathname}`) };
  };
  const hooks = await Promise.all(
    targetKinds.map(
      async (kind) =>
        [kind, await newHook(`/${kind}`, filterOf(kind), kind === 'dead' ? dead : undefined)] as const,
    ),
  );
  return {
    number,
    owner,
    hooks: Object.fromEntries(hooks) as Record<TargetKind, Hook>,
    heldHook: await newHook(heldPath),
    heldPath,
  };
}

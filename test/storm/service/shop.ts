import { newOwner, type Owner } from '../../support/supervised.ts';
import { filterOf, targetKinds, type TargetKind } from '../plan/target-kinds.ts';
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
  /** Where the requests of `heldHook` go. */
  readonly heldPath: string;
}

interface ShopDeps {
  readonly urls: readonly string[];
  readonly dataDir: string;
  readonly target: StormTarget;
}

export async function newShop(number: number, { urls, dataDir, target }: ShopDeps): Promise<Shop> {
  const owner = await newOwner(urls[0]!, dataDir);
  await owner.allow('127.0.0.1', key);
  const heldPath = `/held/${number}/`;
  const newHook = async (path: string, filter?: string): Promise<Hook> => {
    const instructions = `POST ${target.url}${path} with JSON {"order": "{{order}}"}.`;
    const { id, url } = await owner.newAutomation(instructions, filter);
    return { id, urls: urls.map((api) => `${api}${new URL(url).pathname}`) };
  };
  const hooks = await Promise.all(
    targetKinds.map(async (kind) => [kind, await newHook(`/${kind}`, filterOf(kind))] as const),
  );
  return {
    number,
    owner,
    hooks: Object.fromEntries(hooks) as Record<TargetKind, Hook>,
    heldHook: await newHook(heldPath),
    heldPath,
  };
}

import type { Cost } from '#contracts/run.ts';
import type { Spent } from '../run/run-records.ts';
import { countsOfShare } from './count-shares.ts';
import { storableCost } from './storable-cost.ts';

interface EndedRun {
  /** Its automation; of a message, the agent. */
  readonly owner: { readonly id: string; readonly name: string };
  readonly cost: Cost;
  readonly calls: readonly Spent[];
  readonly options: { readonly isBilled: boolean };
}

/** The counts that a run adds to the usage of its automation and of the models that it asked, as `scripts/finish.lua` takes it. */
export function sharesOf({ owner, cost, calls, options }: EndedRun) {
  const models = Map.groupBy(
    calls.filter(({ model }) => model !== undefined),
    ({ model }) => model,
  );
  const ofModels = [...models].flatMap(([model = '', ofModel]) =>
    countsOfShare(model, storableCost(ofModel, options)),
  );
  const at = (hash: 'byAutomation' | 'byModel', counts: ReturnType<typeof countsOfShare>) =>
    counts.map(([field, amount]) => [hash, field, amount] as const);
  return {
    counts: [...at('byAutomation', countsOfShare(owner.id, cost)), ...at('byModel', ofModels)],
    name: [`${owner.id}:name`, owner.name],
  };
}

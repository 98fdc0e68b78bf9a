import type { ApiOperation, ChosenOperation } from '#contracts/api.ts';
import { canonicalJson } from '#domain/canonical-json.ts';

/** How another document differs from the one that counts. `added`: none of them is chosen. */
export interface Differences {
  readonly added: readonly string[];
  /** Chosen ones, as those of `changed`. */
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

const isSame = (one: ApiOperation, { effect, ...other }: ChosenOperation): boolean =>
  canonicalJson({ ...one, effect }) === canonicalJson({ ...other, effect });

export function differencesOf(
  chosen: readonly ChosenOperation[],
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
): Differences {
  const known = new Set(before.map(({ name }) => name));
  const found = new Map(after.map((one) => [one.name, one]));
  return {
    added: [...found.keys()].filter((name) => !known.has(name)),
    removed: chosen.filter(({ name }) => !found.has(name)).map(({ name }) => name),
    changed: chosen
      .filter((one) => {
        const now = found.get(one.name);
        return now !== undefined && !isSame(now, one);
      })
      .map(({ name }) => name),
  };
}

/** The chosen operations as another document has them. One that goes elsewhere now is a write until its owner says otherwise again. */
export const chosenIn = (
  chosen: readonly ChosenOperation[],
  after: readonly ApiOperation[],
): readonly ChosenOperation[] =>
  chosen.flatMap(({ name, method, path, effect }) => {
    const now = after.find((one) => one.name === name);
    if (now === undefined) return [];
    return [{ ...now, effect: now.method === method && now.path === path ? effect : 'write' }];
  });

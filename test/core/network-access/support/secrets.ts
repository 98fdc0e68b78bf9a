import type { StoredSecret } from '#contracts/secret.ts';
import { createSecretMatcher } from '#network-access/match-secrets.ts';

/** A secret as a test writes it: name, value, and the hosts that it may be sent to. */
export type SecretLine = readonly [name: string, value: string, ...domains: string[]];

/** The secrets of a workspace from a fixed list; values are kept in the clear where the store seals them. */
export function secretLookup(lines: readonly SecretLine[]) {
  const records = lines.map(([name, sealedValue, ...domains]): StoredSecret => ({
    name,
    sealedValue,
    domains,
    createdAt: 0,
    updatedAt: 0,
  }));
  const uses: string[] = [];
  const find = (_: string, names: readonly string[]) =>
    Promise.resolve(records.filter(({ name }) => names.includes(name)));
  return {
    uses,
    match: createSecretMatcher({ records: { find } }),
    open: (_: string, { sealedValue }: StoredSecret) => sealedValue,
    noteUsed(_: string, names: readonly string[]) {
      uses.push(...names);
      return Promise.resolve();
    },
  };
}

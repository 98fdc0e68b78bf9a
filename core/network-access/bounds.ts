import type { Policy, PolicyChange, PolicyRecord } from '#contracts/policy.ts';
import type { StoredBounds } from '#contracts/policy-bounds.ts';

type BoundsInput = Pick<PolicyChange, 'methods' | 'paths' | 'members'>;
const names = ['methods', 'paths', 'members'] as const;

/** The bounds of a policy after this input: absent members stay, null and empty ones go. Undefined where there are none. */
export function boundsAfter(input: BoundsInput, stored: StoredBounds = {}): StoredBounds | undefined {
  const kept = names.flatMap((name) => {
    const value = input[name] === undefined ? stored[name] : input[name];
    return (value?.length ?? 0) > 0 ? [[name, value] as const] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Bounds and credentials as the owner sees them. */
export const shownBoundsOf = ({
  bounds,
  credentials = [],
}: PolicyRecord): Pick<Policy, (typeof names)[number] | 'credentials'> => ({
  methods: bounds?.methods ?? null,
  paths: bounds?.paths ?? null,
  members: bounds?.members ?? [],
  credentials: credentials.map(({ pathPrefix, headerName }) => ({
    pathPrefix,
    headerName,
    hasHeaderValue: true,
  })),
});

import type { MemberBound } from '#contracts/policy-bounds.ts';

const listCharsMax = 100;

/** A bound in words, such as `amount at most 5000`. */
export function boundWords({ member, min, max, oneOf }: MemberBound): string {
  const list = oneOf?.map((value) => JSON.stringify(value)).join(', ') ?? '';
  return [
    member,
    min !== undefined && `at least ${min}`,
    min !== undefined && max !== undefined && 'and',
    max !== undefined && `at most ${max}`,
    oneOf && (list.length > listCharsMax ? `one of ${oneOf.length} values` : `one of ${list}`),
  ]
    .filter(Boolean)
    .join(' ');
}

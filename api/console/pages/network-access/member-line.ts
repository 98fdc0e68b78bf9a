import type { ItemOf } from '#api/routing/call-operation.ts';
import { parseJson } from '#domain/json-value.ts';

type MemberBound = ItemOf<'listPolicies'>['members'][number];

/** A bound of a member as a line: `POST /v1/refunds amount <= 5000`, `amount 1..5000`, `currency in ["eur"]`. */
export function memberLine({ method, path, member, min, max, oneOf }: MemberBound): string {
  const words = [method, path, member].filter((word) => word !== undefined).join(' ');
  if (oneOf !== undefined) return `${words} in ${JSON.stringify(oneOf)}`;
  if (min !== undefined && max !== undefined) return `${words} ${min}..${max}`;
  return min === undefined ? `${words} <= ${max}` : `${words} >= ${min}`;
}

const digits = String.raw`-?\d+(?:\.\d+)?`;
const shape = new RegExp(
  String.raw`^(?:([A-Z]+)\s+)?(?:(/\S*)\s+)?(\S+)\s*(?:<=\s*(${digits})|>=\s*(${digits})|\s(${digits})\.\.(${digits})|\sin\s*(\[.*\]))$`,
  'i',
);

/** The bound in a line, which the operation checks; of what is none the line alone, which it refuses. */
export function memberOf(line: string) {
  const [, method, path, member, atMost, atLeast, from, to, list] = shape.exec(line) ?? [];
  if (member === undefined) return { member: line };
  const [min, max] = [from ?? atLeast, to ?? atMost];
  return {
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...(path !== undefined && { path }),
    member,
    ...(min !== undefined && { min: Number(min) }),
    ...(max !== undefined && { max: Number(max) }),
    ...(list !== undefined && { oneOf: parseJson(list)?.value ?? [] }),
  };
}

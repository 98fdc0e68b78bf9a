import type { Plan } from '#contracts/plan.ts';
import { sha256 } from '#domain/digest.ts';
import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';

/** What a plan is known by when it is confirmed, in whatever order its members stand. */
export const digestOfPlan = (plan: Plan): string =>
  sha256(JSON.stringify(sorted(JSON.parse(JSON.stringify(plan)) as JsonValue)));

function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

import type { BoundedRequest } from '#contracts/policy-bounds.ts';
import { isRecord, parseJson } from '#domain/json-value.ts';

/** Web frameworks take a parameter of this name for the method of a POST. */
const isMethodName = (name: string): boolean => name.trim().toLowerCase() === '_method';

/** Whether a request names another method than its own in its query or body. */
export function hidesMethod({ search, body }: BoundedRequest): boolean {
  if ([...new URLSearchParams(search).keys()].some(isMethodName)) return true;
  if (body == null) return false;
  const root = parseJson(body)?.value;
  const names = isRecord(root) ? Object.keys(root) : new URLSearchParams(body).keys();
  return [...names].some(isMethodName) || /name\s*=\s*"?\s*_method\b/i.test(body);
}

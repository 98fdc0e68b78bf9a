import { pathReadings } from './path-readings.ts';

/** More are no narrowing that a person reads. */
const patternsMax = 50;

const ids: readonly RegExp[] = [
  /^\d+$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{8,}$/i,
  // `cus_4QFOF3xrvBT2nU`, `order-1001`.
  /^[a-z]+[_-](?=[^_-]*\d)[a-z0-9]{3,}$/i,
  // An address, and what the log shortens or takes out.
  /[@…]|\[redacted\]/,
];
/** Segments that a pattern cannot name. */
const unwritable = /[?#%;\\\s*]|^\.{1,2}$/;

const isVariable = (segment: string): boolean =>
  unwritable.test(segment) || ids.some((pattern) => pattern.test(segment));

/** A path as a pattern: ids are `*`, and from an empty segment on it has any rest. */
function patternOf(path: string): string {
  const segments = path.split('/').slice(1);
  const empty = segments.findIndex((segment, index) => segment === '' && index < segments.length - 1);
  const kept = empty < 0 ? segments : [...segments.slice(0, empty), '**'];
  return `/${kept.map((segment) => (segment !== '**' && isVariable(segment) ? '*' : segment)).join('/')}`;
}

const cutTo = (pattern: string, depth: number): string => {
  const segments = pattern.split('/').slice(1);
  return segments.length <= depth ? pattern : `/${[...segments.slice(0, depth), '**'].join('/')}`;
};

/** The fewest patterns of the least width that cover these paths in every reading; null where no patterns can. */
export function proposePaths(paths: readonly string[]): readonly string[] | null {
  const readings = paths.map(pathReadings);
  if (readings.length === 0 || readings.includes(null)) return null;
  const exact = [...new Set(readings.flatMap((some) => (some ?? []).map(patternOf)))];
  let patterns = exact;
  const deepest = Math.max(...exact.map((pattern) => pattern.split('/').length));
  for (let depth = deepest; depth >= 0 && patterns.length > patternsMax; depth--)
    patterns = [...new Set(exact.map((pattern) => cutTo(pattern, depth)))];
  return patterns.toSorted();
}

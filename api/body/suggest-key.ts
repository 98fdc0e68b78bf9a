import { slipsBetween } from '#domain/slips.ts';

/** Only this many unknown keys are checked: larger bodies are not typed by hand. */
const checkedMax = 100;
/** Minimum length for substring matches; shorter names occur in too many others. */
const partCharsMin = 4;
/** Longer keys are skipped: no known name comes close to this length. */
const nameCharsMax = 100;

/**
 * The first unknown key that looks like a typo of a known one: different case or separator, a plural, an edit distance
 * of two, or a substring. Null when there is none. `answered`: members of responses, which clients may send back.
 */
export function suggestKey(
  written: readonly string[],
  known: readonly string[],
  answered: readonly string[] = [],
): { readonly name: string; readonly meant: string } | null {
  const passed = new Set([...known, ...answered]);
  const unknown = written.filter((name) => name.length <= nameCharsMax && !passed.has(name));
  for (const name of unknown.slice(0, checkedMax)) {
    const meant = meantBy(name, known, written);
    if (meant !== undefined) return { name, meant };
  }
  return null;
}

function meantBy(name: string, known: readonly string[], written: readonly string[]): string | undefined {
  const [plain, ...plainKnown] = [name, ...known].map(plainName) as [string, ...string[]];
  const isMisspelt = (_: string, index: number) => slipsBetween(plain, plainKnown[index] ?? '') !== null;
  // `displayName` next to `name` is a separate key; without `name` it probably means `name`.
  const isPart = (other: string, index: number) =>
    !written.includes(other) && isPartOf(plain, plainKnown[index] ?? '');
  return known.find(isMisspelt) ?? known.find(isPart);
}

/** `header_name`, `Header-Name` → `headername`. */
const plainName = (name: string): string => name.replaceAll(/[_\-\s]/g, '').toLowerCase();

const isPartOf = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= partCharsMin && (one.includes(other) || other.includes(one));

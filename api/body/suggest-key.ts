import { distance } from 'fastest-levenshtein';

/** Bodies with more members than that were not typed by hand. */
const checkedMax = 100;
/** Shorter names are contained in too many others. */
const partCharsMin = 4;
/** No name of ours is nearly as long. */
const nameCharsMax = 100;

/**
 * The first name of a body or query that nobody knows, but that looks like a slip for one that is known: another case,
 * another dash, a plural, two letters off, or a part of the name. Null where every name is known or simply foreign.
 * `answered`: members of our own answers, which a client may send back.
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
  const isMisspelt = (_: string, index: number) => isNear(plain, plainKnown[index] ?? '');
  // Beside `name`, a `displayName` is another thing; alone it is what was meant.
  const isPart = (other: string, index: number) =>
    !written.includes(other) && isPartOf(plain, plainKnown[index] ?? '');
  return known.find(isMisspelt) ?? known.find(isPart);
}

/** `header_name`, `Header-Name` → `headername`. */
const plainName = (name: string): string => name.replaceAll(/[_\-\s]/g, '').toLowerCase();

/** Two letters off, one in short names: `date` is no `name`. Two letters that changed places are one. */
function isNear(written: string, known: string): boolean {
  const farthest = known.length > 4 ? 2 : 1;
  if (Math.abs(written.length - known.length) > farthest) return false;
  if (distance(written, known) <= farthest) return true;
  return Array.from(written).some((_, at) => distance(swappedAt(written, at), known) < farthest);
}

const swappedAt = (text: string, at: number): string =>
  `${text.slice(0, at)}${text.slice(at + 1, at + 2)}${text.slice(at, at + 1)}${text.slice(at + 2)}`;

const isPartOf = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= partCharsMin && (one.includes(other) || other.includes(one));

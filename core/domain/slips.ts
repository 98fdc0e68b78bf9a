import { distance } from 'fastest-levenshtein';

/** In a short word two wrong letters make another word: `date` is not `name`. */
const shortCharsMax = 5;

const slipsMax = (meant: string): number => (meant.length > shortCharsMax ? 2 : 1);

/**
 * Letters of a word that are wrong, too many or missing, where two that changed places count as one; null where they are
 * too many for a slip of the pen.
 */
export function slipsBetween(written: string, meant: string): number | null {
  const max = slipsMax(meant);
  if (Math.abs(written.length - meant.length) > max) return null;
  const edits = distance(written, meant);
  // A swap is two edits: it saves one at most.
  const slips = edits === 2 || edits === max + 1 ? Math.min(edits, 1 + swapped(written, meant)) : edits;
  return slips <= max ? slips : null;
}

/** The fewest edits once two neighbours have changed places. */
const swapped = (written: string, meant: string): number =>
  Math.min(
    ...Array.from({ length: Math.max(written.length - 1, 0) }, (_, at) =>
      distance(
        `${written.slice(0, at)}${written.charAt(at + 1)}${written.charAt(at)}${written.slice(at + 2)}`,
        meant,
      ),
    ),
  );

import { contract } from './contractions.ts';
import { plainDashes } from './dashes.ts';
import { isEnglish, registerOf } from './language.ts';
import { paragraphsOf, type Piece } from './paragraphs.ts';
import { protect, restore, sortedSpans } from './protect.ts';
import { cutOpeners, replacePhrases } from './replace-phrases.ts';
import { removeResidue, removeTracking } from './residue.ts';
import { rewrite, type Rewritten } from './rewrite.ts';

/** Rules trigger each other; texts are stable after two or three rounds. */
const roundsMax = 12;
const rules = [removeResidue, cutOpeners, replacePhrases, plainNotOnly, plainDashes];

/**
 * Rewrites an English text by rules alone. A second time changes nothing; code, quotations, headings and addresses stay;
 * text in other languages, verse and legal wording come back as they are.
 */
export function humanizeByRules(text: string): Rewritten {
  const unchanged = { text, changes: 0 };
  if (!isEnglish(text) || registerOf(text) === 'legal') return unchanged;
  const start = removeTracking(text);
  let current: Rewritten = start;
  for (let round = 0; round < roundsMax; round += 1) {
    const next = oneRound(current.text);
    if (next.text === current.text) {
      // Text that only blanks would be left of, or that lost a protected span, was misread.
      const isSafe = sortedSpans(current.text) === sortedSpans(start.text);
      return isSafe && (current.text.trim() !== '' || text.trim() === '') ? current : unchanged;
    }
    current = { text: next.text, changes: current.changes + next.changes };
  }
  return unchanged;
}

function oneRound(text: string): Rewritten {
  if (!isEnglish(text) || registerOf(text) === 'legal') return { text, changes: 0 };
  const isFormal = registerOf(text) === 'formal';
  let changes = 0;
  const kept: string[] = [];
  let isGap = false;
  for (const piece of paragraphsOf(text)) {
    const rewritten = piece.isProse ? paragraph(piece, isFormal) : { text: piece.text, changes: 0 };
    changes += rewritten.changes;
    const isGone = piece.isProse && rewritten.text === '';
    // A removed paragraph takes the blank lines after it with it.
    const isBlank = !piece.isProse && piece.text.trim() === '';
    if (isGone || (isGap && isBlank)) {
      isGap = true;
      continue;
    }
    isGap = false;
    kept.push(piece.marker, rewritten.text, piece.end);
  }
  if (changes === 0) return { text, changes };
  const end = /\s*$/.exec(text)?.[0] ?? '';
  return { text: kept.join('').trimEnd() + end, changes };
}

function paragraph({ text }: Piece, isFormal: boolean): Rewritten {
  const unchanged = { text, changes: 0 };
  const safe = isEnglish(text) ? protect(text) : undefined;
  if (!safe) return unchanged;
  let current: Rewritten = { text: safe.marked, changes: 0 };
  for (const rule of isFormal ? rules : [...rules, contract]) {
    const next = rule(current.text);
    current = { text: next.text, changes: current.changes + next.changes };
  }
  if (current.changes === 0) return unchanged;
  const result = restore(current.text, safe.spans).trim();
  return sortedSpans(result) === sortedSpans(text) ? { text: result, changes: current.changes } : unchanged;
}

const few = String.raw`\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,3}`;
/** Only the safe simple form: a few words on either side, and no preceding auxiliary verb to which the `not` belongs. */
const pattern = new RegExp(
  String.raw`(?<!\b(?:do|does|did|can|could|will|would|should|may|might|must|has|have|had)\s)(?<![\p{L}'’-])not (?:only|just) (?<first>${few}),? but also (?<second>${few})`,
  'gu',
);

/** `not only fast but also safe` is `fast and safe`. */
function plainNotOnly(text: string): Rewritten {
  return rewrite(text, pattern, ({ groups }) => `${groups?.['first']} and ${groups?.['second']}`);
}

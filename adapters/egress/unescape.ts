/** A text with its escapes undone once, and the mapping back to positions in the original. */
export interface Unescaped {
  readonly text: string;
  /** The position in the original of the character at `index`; one past the end gives its length. */
  readonly positionOf: (index: number) => number;
}

/** Line breaks and tabs in a text of JSON. */
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  bsol: '\\',
  plus: '+',
  equals: '=',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  lowbar: '_',
  num: '#',
  excl: '!',
  quest: '?',
  commat: '@',
  dollar: '$',
  percnt: '%',
  ast: '*',
  lpar: '(',
  rpar: ')',
  hyphen: '-',
  dash: '-',
  nbsp: ' ',
  tab: '\t',
};

const escapes = new RegExp(
  [
    '%(?:25){0,4}([0-9a-f]{2})',
    String.raw`\\{1,8}u\{?0{0,4}([0-9a-f]{2})\}?`,
    String.raw`\\{1,8}x([0-9a-f]{2})`,
    String.raw`\\{1,8}([0-3][0-7]{2})`,
    String.raw`\\{1,8}(["'\\/nrt])`,
    `&(?:amp;){0,4}(?:#0{0,6}([0-9]{1,3});?|#x0{0,6}([0-9a-f]{1,2});?|(${Object.keys(entities).join('|')});)`,
  ].join('|'),
  'gi',
);

function characterOf(match: RegExpExecArray): string | undefined {
  const [, percent, unicode, hex, octal, literal, decimal, reference, entity] = match;
  const digits = percent ?? unicode ?? hex ?? reference;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (literal !== undefined) return controls[literal] ?? literal;
  return entity === undefined ? undefined : entities[entity.toLowerCase()];
}

/** Undoes percent, JSON, JavaScript, octal and HTML escapes of single characters. Undefined when there is none. */
export function unescape(text: string): Unescaped | undefined {
  return /[%\\&]/.test(text) ? rewritten(text, escapes, characterOf) : undefined;
}

/** A text without blanks and line breaks. Undefined when there is none. */
export const withoutBlanks = (text: string): Unescaped | undefined => rewritten(text, /\s+/g, () => '');

/** A quoted-printable text decoded, which is known by a line that it breaks. Undefined where it breaks none. */
export const unquoted = (text: string): Unescaped | undefined =>
  text.includes('\n') && /=[ \t]*\r?\n/.test(text)
    ? rewritten(text, /=(?:[ \t]*\r?\n|([0-9a-f]{2}))/gi, ([, digits]) =>
        digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16)),
      )
    : undefined;

function rewritten(
  text: string,
  pattern: RegExp,
  replacementOf: (match: RegExpExecArray) => string | undefined,
): Unescaped | undefined {
  const parts: string[] = [];
  // After each replacement: its position in the new text, and the position behind it in the original.
  const newPositions: number[] = [0];
  const oldPositions: number[] = [0];
  let [length, end] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const replacement = replacementOf(match);
    if (replacement === undefined) continue;
    const before = text.slice(end, match.index);
    parts.push(before, replacement);
    newPositions.push(length + before.length, length + before.length + replacement.length);
    oldPositions.push(match.index, match.index + match[0].length);
    length += before.length + replacement.length;
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  parts.push(text.slice(end));
  return { text: parts.join(''), positionOf: (index) => originalPosition(index, newPositions, oldPositions) };
}

/** Between two known positions both texts are equal, so the distance to the last known one is the same in both. */
function originalPosition(
  index: number,
  newPositions: readonly number[],
  oldPositions: readonly number[],
): number {
  let [low, high] = [0, newPositions.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((newPositions[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return (oldPositions[low] ?? 0) + index - (newPositions[low] ?? 0);
}

/** A text without any escape left. */
export function unescapeAll(text: string): string {
  const undone = unescape(text);
  return undone === undefined ? text : unescapeAll(undone.text);
}

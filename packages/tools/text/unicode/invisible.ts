interface Range {
  readonly first: number;
  readonly last: number;
  readonly kind: string;
}

/** Characters that are not displayed, by code point. Tab, LF and CR are kept. */
const ranges: readonly Range[] = [
  { first: 0x00, last: 0x08, kind: 'control' },
  { first: 0x0b, last: 0x0c, kind: 'control' },
  { first: 0x0e, last: 0x1f, kind: 'control' },
  { first: 0x7f, last: 0x9f, kind: 'control' },
  { first: 0xad, last: 0xad, kind: 'soft-hyphen' },
  { first: 0x34f, last: 0x34f, kind: 'joiner' },
  { first: 0x61c, last: 0x61c, kind: 'bidi' },
  { first: 0x115f, last: 0x1160, kind: 'filler' },
  { first: 0x17b4, last: 0x17b5, kind: 'filler' },
  { first: 0x180b, last: 0x180f, kind: 'variation-selector' },
  { first: 0x200b, last: 0x200b, kind: 'zero-width' },
  { first: 0x200c, last: 0x200d, kind: 'joiner' },
  { first: 0x200e, last: 0x200f, kind: 'bidi' },
  { first: 0x202a, last: 0x202e, kind: 'bidi' },
  { first: 0x2060, last: 0x2064, kind: 'zero-width' },
  { first: 0x2066, last: 0x2069, kind: 'bidi' },
  { first: 0x206a, last: 0x206f, kind: 'control' },
  { first: 0x3164, last: 0x3164, kind: 'filler' },
  { first: 0xd800, last: 0xdfff, kind: 'lone-surrogate' },
  { first: 0xfe00, last: 0xfe0f, kind: 'variation-selector' },
  { first: 0xfeff, last: 0xfeff, kind: 'zero-width' },
  { first: 0xffa0, last: 0xffa0, kind: 'filler' },
  { first: 0xfff9, last: 0xfffb, kind: 'control' },
  { first: 0x1d173, last: 0x1d17a, kind: 'control' },
  { first: 0xe0000, last: 0xe007f, kind: 'tag' },
  { first: 0xe0100, last: 0xe01ef, kind: 'variation-selector' },
];

export function invisibleKind(codePoint: number): string | undefined {
  if (codePoint >= 0x20 && codePoint < 0x7f) return undefined;
  return ranges.find(({ first, last }) => codePoint >= first && codePoint <= last)?.kind;
}

/** Any of them: most texts have none. */
const invisible = new RegExp(
  `[${ranges.map(({ first, last }) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'u',
);

/**
 * Emoji sequences contain joiners, selectors and tags, which must be kept there. Looking ahead for the first character is far
 * quicker than comparing with thousands of sequences.
 */
const emojiSequences = () => /(?=\p{Emoji})\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F/gv;
const joiners = new Set([0x200c, 0x200d]);

/** In Persian, Hindi and related scripts a joiner between two letters changes their shape. */
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

function hasMeaning(codePoint: number, before: string, after: string): boolean {
  return joiners.has(codePoint) && joiningLetter.test(before) && joiningLetter.test(after);
}

interface Part {
  readonly character: string;
  /** `undefined` for characters that are kept. */
  readonly kind: string | undefined;
}

function* partsOf(text: string): Generator<Part> {
  const starts = new Map<number, string>();
  for (const match of text.matchAll(emojiSequences())) {
    if (match[0].length > 1) starts.set(match.index, match[0]);
  }
  let before = '';
  for (let index = 0; index < text.length;) {
    const emoji = starts.get(index);
    const codePoint = text.codePointAt(index) ?? 0;
    const character = emoji ?? String.fromCodePoint(codePoint);
    index += character.length;
    const kind = emoji === undefined ? invisibleKind(codePoint) : undefined;
    const stays = kind === undefined || hasMeaning(codePoint, before, text[index] ?? '');
    yield { character, kind: stays ? undefined : kind };
    if (stays) before = character;
  }
}

export function removeInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  let visible = '';
  for (const { character, kind } of partsOf(text)) if (kind === undefined) visible += character;
  return visible;
}

/** The characters that `removeInvisible` removes, each with its code point and count. */
export function findInvisible(text: string): readonly { codePoint: string; kind: string; count: number }[] {
  if (!invisible.test(text)) return [];
  const found = new Map<string, { codePoint: string; kind: string; count: number }>();
  for (const { character, kind } of partsOf(text)) {
    if (kind === undefined) continue;
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const entry = found.get(hex) ?? { codePoint: `U+${hex}`, kind, count: 0 };
    entry.count += 1;
    found.set(hex, entry);
  }
  return [...found.values()];
}

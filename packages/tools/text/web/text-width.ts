import { assertFewMarksInARow } from '../unicode/combining-marks.ts';

/** Advance widths of Arial in thousandths of the font size, from space to tilde. */
// oxfmt-ignore
const asciiWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] as const;

/** Most letters of other alphabets are about as wide as an n. */
const otherWidth = 556;
const fullWidth = 1000;
const isFullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

/** Approximate width of a text in Arial; accents add none. */
export function pixelWidth(text: string, fontPixels: number): number {
  assertFewMarksInARow(text);
  let width = 0;
  for (const character of text.normalize('NFD')) {
    if (/\p{Mn}/u.test(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    width += asciiWidths[code - 0x20] ?? (isFullWidth.test(character) ? fullWidth : otherWidth);
  }
  return Math.round((width * fontPixels) / 1000);
}

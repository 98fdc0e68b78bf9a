import { stripVTControlCharacters } from 'node:util';
import anyAscii from 'any-ascii';
import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import { emoji } from './unicode/emoji.ts';
import { graphemesOf } from './unicode/segments.ts';

const keepParam = z.string().max(500).default('').describe('Characters to leave in.');

/** Removes characters of a kind, except those that the caller keeps. */
function without(text: string, kind: RegExp, keep: string): string {
  const kept = new Set(Array.from(keep));
  return text.replaceAll(kind, (character) => (kept.has(character) ? character : ''));
}

/** Letters with a stroke or a tail, which Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
};

/** Only marks on Latin, Greek and Cyrillic letters are accents; elsewhere a mark may be a vowel. */
const accentedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

function removeAccents(text: string): string {
  assertFewMarksInARow(text);
  const unaccented = text.normalize('NFD').replaceAll(accentedLetter, '$1').normalize('NFC');
  return unaccented.replaceAll(/[ßẞæÆœŒøØđĐðÐłŁþÞıħĦŧŦŋŊ]/g, (letter) => letters[letter] ?? letter);
}

/** The rest of a malformed emoji sequence after its emoji was removed. */
const emojiRests = /(?:(?![#*\d])\p{Emoji_Modifier}|[\p{Regional_Indicator}\uFE0F\u20E3])/gu;

function removeEmoji(text: string, keep: string): string {
  const kept: ReadonlySet<string> = new Set(graphemesOf(keep));
  const dropped = (sequence: string) => (kept.has(sequence) ? sequence : '');
  if (kept.size > 0) return text.replaceAll(emoji, dropped);
  const stripped = text.replaceAll(emoji, '');
  return stripped === text ? text : stripped.replaceAll(emojiRests, '');
}

const pieceUnits = 20_000;

/** One character can become eighteen: working in pieces detects a result that is too long early. */
function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  assertFewMarksInARow(text);
  let chars = 0;
  for (let start = 0; start < text.length; start += pieceUnits) {
    chars += text.slice(start, start + pieceUnits).normalize(form).length;
    assertOutputFits(chars);
  }
  return text.normalize(form);
}

const kinds = {
  letters: /[^\p{L}\p{M}]/gu,
  digits: /[^\p{Nd}]/gu,
  'letters-digits': /[^\p{L}\p{M}\p{Nd}]/gu,
  ascii: /[^\p{ASCII}]/gu,
} as const;

export const tools: readonly Tool[] = [
  defineTool({
    id: 'remove-accents',
    summary: 'Takes the accents off Latin, Greek and Cyrillic letters; other scripts keep their marks.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Crème brûlée in Łódź' }, result: 'Creme brulee in Lodz' },
    inlineCharsMax: 5000,
    run: ({ text }) => removeAccents(text),
  }),
  defineTool({
    id: 'transliterate',
    summary: 'Writes text of any script in plain ASCII letters, by sound; emoji become their names.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Привет, Αθήνα' }, result: 'Privet, Athina' },
    inlineCharsMax: 5000,
    run: ({ text }) => anyAscii(text),
  }),
  defineTool({
    id: 'remove-punctuation',
    summary: 'Drops punctuation marks of all scripts; symbols such as + and € stay.',
    params: z.object({ text: textParam(), keep: keepParam }),
    example: {
      params: { text: '“Well-known,” he said (twice)!', keep: '-' },
      result: 'Well-known he said twice',
    },
    inlineCharsMax: 5000,
    run: ({ text, keep }) => without(text, /\p{P}/gu, keep),
  }),
  defineTool({
    id: 'remove-digits',
    summary: 'Drops the digits of all scripts.',
    params: z.object({ text: textParam(), keep: keepParam }),
    example: { params: { text: 'Room 101' }, result: 'Room ' },
    inlineCharsMax: 5000,
    run: ({ text, keep }) => without(text, /\p{Nd}/gu, keep),
  }),
  defineTool({
    id: 'keep-characters',
    summary: 'Drops everything but letters, digits or both, or everything outside ASCII.',
    params: z.object({
      text: textParam(),
      kind: choiceParam('What stays.', ['letters', 'digits', 'letters-digits', 'ascii'], 'letters-digits'),
      keep: z.string().max(500).default('').describe('Other characters to leave in, such as a space.'),
    }),
    example: { params: { text: '+1 (202) 555-0143', kind: 'digits', keep: '+' }, result: '+12025550143' },
    inlineCharsMax: 5000,
    run: ({ text, kind, keep }) => without(text, kinds[kind], keep),
  }),
  defineTool({
    id: 'remove-emoji',
    summary: 'Drops emoji, flags and their sequences whole; digits and signs such as ©, ™ stay.',
    params: z.object({
      text: textParam(),
      keep: z.string().max(500).default('').describe('Emoji to leave in.'),
    }),
    example: { params: { text: 'Ship it 🚀👩‍💻🇩🇪 now 1 ©' }, result: 'Ship it  now 1 ©' },
    inlineCharsMax: 2000,
    run: ({ text, keep }) => removeEmoji(text, keep),
  }),
  defineTool({
    id: 'normalize-unicode',
    title: 'Normalize Unicode',
    summary: 'Brings characters with several encodings into one form.',
    params: z.object({
      text: textParam(),
      form: choiceParam(
        'NFC composes, NFD takes apart, NFKC and NFKD also replace look-alikes.',
        ['NFC', 'NFD', 'NFKC', 'NFKD'],
        'NFC',
      ),
    }),
    example: { params: { text: 'ﬁne ①', form: 'NFKC' }, result: 'fine 1' },
    inlineCharsMax: 2000,
    run: ({ text, form }) => normalize(text, form),
  }),
  defineTool({
    id: 'strip-ansi',
    title: 'Strip terminal codes',
    summary: 'Removes the escape codes for colour and cursor from terminal output.',
    params: z.object({ text: textParam() }),
    example: { params: { text: '\u001b[31mfailed\u001b[0m' }, result: 'failed' },
    inlineCharsMax: 5000,
    run: ({ text }) => stripVTControlCharacters(text),
  }),
];

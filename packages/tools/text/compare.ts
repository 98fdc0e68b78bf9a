import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, integerParam, localeParam, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import { editDistance, editSimilarity } from './words/edit-distance.ts';
import { parseLines } from './lines/line-breaks.ts';
import { graphemesOf, wordsOf } from './unicode/segments.ts';

const quadraticChars = 30_000;
const shortText = textParam('The first text.', quadraticChars);
const shortOther = textParam('The second text.', quadraticChars);
const ignoreCaseParam = flagParam('Takes capitals and small letters as equal.');

function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.toLowerCase())) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function lengthOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}

const similarities = {
  levenshtein: editSimilarity,
  jaccard(a: string, b: string) {
    const first = new Set(wordCounts(a).keys());
    const second = new Set(wordCounts(b).keys());
    const all = new Set([...first, ...second]).size;
    return all === 0 ? 1 : (first.size + second.size - all) / all;
  },
  cosine(a: string, b: string) {
    const [first, second] = [wordCounts(a), wordCounts(b)];
    const lengths = lengthOf(first) * lengthOf(second);
    if (lengths === 0) return first.size === second.size ? 1 : 0;
    let product = 0;
    for (const [word, count] of first) product += count * (second.get(word) ?? 0);
    return product / lengths;
  },
} as const;

interface Entries {
  readonly a: ReadonlyMap<string, string>;
  readonly b: ReadonlyMap<string, string>;
}

const selections = {
  both: ({ a, b }: Entries) => [...a].filter(([key]) => b.has(key)),
  onlyA: ({ a, b }: Entries) => [...a].filter(([key]) => !b.has(key)),
  onlyB: ({ a, b }: Entries) => [...b].filter(([key]) => !a.has(key)),
  onlyOne: ({ a, b }: Entries) => [
    ...[...a].filter(([key]) => !b.has(key)),
    ...[...b].filter(([key]) => !a.has(key)),
  ],
  all: ({ a, b }: Entries) => [...a, ...[...b].filter(([key]) => !a.has(key))],
} as const;

/** Entries by the key that makes them equal; surrounding white space is ignored, empty lines are skipped. */
function entriesOf(text: string, ignoreCase: boolean): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const line of parseLines(text).lines) {
    const entry = line.trim();
    const key = ignoreCase ? entry.toLowerCase() : entry;
    if (entry !== '' && !entries.has(key)) entries.set(key, entry);
  }
  return entries;
}

const lettersAndDigits = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

function lettersInOrder(text: string): string {
  assertFewMarksInARow(text);
  return graphemesOf(lettersAndDigits(text.normalize('NFC')))
    .toSorted()
    .join('');
}

function commonStart(lines: readonly string[]): string {
  const [first = '', ...others] = lines;
  let length = first.length;
  for (const line of others) {
    let shared = 0;
    while (shared < length && line[shared] === first[shared]) shared += 1;
    length = shared;
  }
  // Never cut a surrogate pair.
  return first.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'similarity-score',
    summary:
      'Tells how similar two texts are, from 0 to 1: by edits, by shared words, or by how often words occur.',
    params: z.object({
      text: shortText,
      other: shortOther,
      method: choiceParam('How to compare.', ['levenshtein', 'jaccard', 'cosine'], 'levenshtein'),
    }),
    example: { params: { text: 'kitten', other: 'sitting' }, result: '0.5714' },
    inlineCharsMax: 500,
    isHeavy: true,
    run: ({ text, other, method }) => String(Math.round(similarities[method](text, other) * 10_000) / 10_000),
  }),
  defineTool({
    id: 'edit-distance',
    summary:
      'Counts the characters to insert, delete or replace to turn one text into the other (Levenshtein).',
    params: z.object({ text: shortText, other: shortOther, ignoreCase: ignoreCaseParam }),
    example: { params: { text: 'kitten', other: 'sitting' }, result: '3' },
    inlineCharsMax: 1000,
    isHeavy: true,
    run: ({ text, other, ignoreCase }) =>
      String(ignoreCase ? editDistance(text.toLowerCase(), other.toLowerCase()) : editDistance(text, other)),
  }),
  defineTool({
    id: 'closest-match',
    summary: 'Ranks the lines of a list by how close they are to the text; gives JSON.',
    params: z.object({
      text: textParam('The text or pattern to look for.', 1000),
      other: textParam('The list, one entry a line.'),
      top: integerParam('How many entries to give.', 1, 100, 3),
      ignoreCase: flagParam('Takes capitals and small letters as equal.', true),
    }),
    example: {
      params: { text: 'aple', other: 'banana\napple\ngrape', top: 1 },
      result: '[\n  {\n    "entry": "apple",\n    "distance": 1,\n    "score": 0.8\n  }\n]',
    },
    inlineCharsMax: 500,
    isHeavy: true,
    run: ({ text, other, top, ignoreCase }) => {
      const fold = (entry: string) => (ignoreCase ? entry.toLowerCase() : entry);
      const wanted = fold(text);
      const ranked = [...entriesOf(other, false).values()].map((entry) => ({
        entry,
        distance: editDistance(wanted, fold(entry)),
        score: Math.round(editSimilarity(wanted, fold(entry)) * 10_000) / 10_000,
      }));
      return jsonText(ranked.toSorted((a, b) => b.score - a.score || a.distance - b.distance).slice(0, top));
    },
  }),
  defineQuickTool({
    id: 'compare-lists',
    summary: 'Gives the lines that both lists have, or one only, or all; each once.',
    params: z.object({
      text: textParam('List A, one entry a line.'),
      other: textParam('List B, one entry a line.'),
      show: choiceParam('The entries to give.', ['both', 'onlyA', 'onlyB', 'onlyOne', 'all'], 'both'),
      ignoreCase: ignoreCaseParam,
    }),
    example: { params: { text: 'ant\nbee\ncat', other: 'cat\ndog\nant' }, result: 'ant\ncat' },
    run: ({ text, other, show, ignoreCase }) => {
      const entries = { a: entriesOf(text, ignoreCase), b: entriesOf(other, ignoreCase) };
      return selections[show](entries)
        .map(([, entry]) => entry)
        .join('\n');
    },
  }),
  defineTool({
    id: 'are-anagrams',
    title: 'Anagrams',
    summary: 'Tells whether two texts have the same letters and digits, case, blanks and punctuation apart.',
    params: z.object({ text: textParam('The first text.'), other: textParam('The second text.') }),
    example: { params: { text: 'Dormitory', other: 'dirty room!' }, result: 'true' },
    inlineCharsMax: 1000,
    run: ({ text, other }) => String(lettersInOrder(text) === lettersInOrder(other)),
  }),
  defineTool({
    id: 'is-palindrome',
    title: 'Palindrome',
    summary: 'Tells whether the letters and digits read the same backwards.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'A man, a plan, a canal: Panama!' }, result: 'true' },
    inlineCharsMax: 1000,
    run: ({ text, locale }) => {
      const letters = graphemesOf(lettersAndDigits(text.toLocaleLowerCase(locale)));
      return String(letters.join('') === letters.toReversed().join(''));
    },
  }),
  defineQuickTool({
    id: 'common-prefix',
    title: 'Common beginning',
    summary: 'Gives what all lines begin with.',
    params: z.object({ text: textParam('Lines; empty ones are left out.') }),
    example: { params: { text: 'src/app.ts\nsrc/api.ts' }, result: 'src/ap' },
    run: ({ text }) => commonStart(parseLines(text).lines.filter((line) => line !== '')),
  }),
];

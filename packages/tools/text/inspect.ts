import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { invisibleKind } from './unicode/invisible.ts';
import { countEach } from './words/frequency.ts';
import { segmentsOf } from './unicode/segments.ts';
import { categoryOf, createScriptFinder, scriptOf } from './unicode/unicode-tables.ts';
import { loadLibrary } from '../load-library.ts';

/** Merging is quadratic in the length of a run without boundaries, so long runs are counted in pieces. */
function* piecesForTokens(text: string): Generator<string> {
  let start = 0;
  for (const { 0: run, index } of text.matchAll(/\S{500}|\s{500}/g)) {
    const end = index + run.length;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

const encodings = {
  o200k_base: () =>
    loadLibrary('gpt-tokenizer/encoding/o200k_base', () => import('gpt-tokenizer/encoding/o200k_base')),
  cl100k_base: () =>
    loadLibrary('gpt-tokenizer/encoding/cl100k_base', () => import('gpt-tokenizer/encoding/cl100k_base')),
} as const;

async function tokensIn(text: string, encoding: keyof typeof encodings): Promise<number> {
  const { countTokens } = await encodings[encoding]();
  let tokens = 0;
  // Names of special tokens in the text are counted as plain text.
  for (const piece of piecesForTokens(text)) tokens += countTokens(piece, { disallowedSpecial: new Set() });
  return tokens;
}

async function inspectUnicode(text: string) {
  const { unicodeReadableName } = await loadLibrary('unicode-name', () => import('unicode-name'));
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const isLone = codePoint >= 0xd800 && codePoint <= 0xdfff;
    return {
      character: isLone ? '\uFFFD' : character,
      codePoint: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
      name: unicodeReadableName(character) ?? null,
      category: categoryOf(character),
      script: scriptOf(character) ?? null,
      utf8: isLone ? null : Buffer.from(character).toString('hex').replaceAll(/../g, '$& ').trimEnd(),
      invisible: invisibleKind(codePoint) ?? null,
    };
  });
}

const isLetter = /^\p{L}/u;

function scriptsIn(text: string, locale: string) {
  const letters: string[] = [];
  const mixed = new Set<string>();
  const scriptFor = createScriptFinder();
  for (const { segment, isWordLike } of segmentsOf(text, 'word', locale)) {
    if (!isWordLike) continue;
    const scripts = new Set<string>();
    for (const character of segment) {
      const script = scriptFor(character);
      if (script === undefined) continue;
      scripts.add(script);
      // Vowel signs and other marks are of a script, and no letters.
      if (isLetter.test(character)) letters.push(script);
    }
    if (scripts.size > 1 && mixed.size < 1000) mixed.add(segment);
  }
  return {
    scripts: countEach(letters, 1000).map(({ value, count }) => ({ script: value, letters: count })),
    mixedWords: [...mixed],
  };
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'inspect-unicode',
    title: 'Inspect Unicode',
    summary:
      'Lists every code point with name, category, script and bytes, and flags invisible ones; gives JSON.',
    params: z.object({ text: z.string().max(2000).describe('The text to look into.') }),
    example: {
      params: { text: 'é' },
      result:
        '[\n  {\n    "character": "é",\n    "codePoint": "U+00E9",\n    "name": "LATIN SMALL LETTER E WITH ACUTE",\n    "category": "Lowercase_Letter",\n    "script": "Latin",\n    "utf8": "c3 a9",\n    "invisible": null\n  }\n]',
    },
    run: async ({ text }) => jsonText(await inspectUnicode(text)),
  }),
  defineTool({
    id: 'detect-scripts',
    summary:
      'Counts the letters of each script and names words that mix scripts, as forged names do; gives JSON.',
    params: z.object({ text: textParam() }),
    example: {
      params: { text: 'раypal' },
      result:
        '{\n  "scripts": [\n    {\n      "script": "Latin",\n      "letters": 4\n    },\n    {\n      "script": "Cyrillic",\n      "letters": 2\n    }\n  ],\n  "mixedWords": [\n    "раypal"\n  ]\n}',
    },
    inlineCharsMax: 200,
    run: ({ text }) => jsonText(scriptsIn(text, 'en')),
  }),
  defineTool({
    id: 'detect-language',
    summary:
      'Guesses the language from the first 5,000 characters; gives JSON with an ISO 639-1 code, null if unsure.',
    params: z.object({ text: textParam() }),
    example: {
      params: { text: 'Der schnelle braune Fuchs springt über den faulen Hund.' },
      result: '{\n  "language": "de",\n  "name": "German",\n  "isReliable": true\n}',
    },
    run: async ({ text }) => {
      const { eld } = await loadLibrary('eld/small', () => import('eld/small'));
      const guess = eld.detect(text.slice(0, 5000));
      const language = guess.language === '' ? null : guess.language;
      const names = new Intl.DisplayNames('en', { type: 'language' });
      const name = language === null ? null : (names.of(language) ?? null);
      return jsonText({ language, name, isReliable: guess.isReliable() });
    },
  }),
  defineTool({
    id: 'token-count',
    summary:
      'Counts the tokens of a language model; runs of more than 500 characters without a blank are counted in pieces.',
    params: z.object({
      text: textParam(),
      encoding: choiceParam('The vocabulary.', ['o200k_base', 'cl100k_base'], 'o200k_base'),
    }),
    example: { params: { text: 'Hello, world!' }, result: '4' },
    isHeavy: true,
    run: async ({ text, encoding }) => String(await tokensIn(text, encoding)),
  }),
];

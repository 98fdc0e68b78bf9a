import { syllable } from 'syllable';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, integerParam, localeParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { countEach } from './words/frequency.ts';
import { graphemesOf, wordsOf } from './unicode/segments.ts';
import { sentencesOf } from './words/sentences.ts';

const rounded = (value: number) => Math.round(value * 100) / 100;

interface Counts {
  readonly words: number;
  readonly sentences: number;
  readonly letters: number;
  readonly syllables: number;
  /** Words of three or more syllables. */
  readonly longWords: number;
}

const formulas = {
  'flesch-reading-ease': ({ words, sentences, syllables }: Counts) =>
    206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words),
  'flesch-kincaid-grade': ({ words, sentences, syllables }: Counts) =>
    0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59,
  'gunning-fog': ({ words, sentences, longWords }: Counts) =>
    0.4 * (words / sentences + 100 * (longWords / words)),
  smog: ({ sentences, longWords }: Counts) => 1.043 * Math.sqrt(longWords * (30 / sentences)) + 3.1291,
  'coleman-liau': ({ words, sentences, letters }: Counts) =>
    0.0588 * ((letters / words) * 100) - 0.296 * ((sentences / words) * 100) - 15.8,
  'automated-readability': ({ words, sentences, letters }: Counts) =>
    4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43,
} as const;

type Formula = keyof typeof formulas;
const formulaNames = Object.keys(formulas) as [Formula, ...Formula[]];

/** Counts the syllables of each distinct word once, because texts repeat most words. */
function countsOf(text: string): Counts {
  const known = new Map<string, number>();
  const syllablesOf = (word: string) => {
    const counted = known.get(word) ?? Math.max(1, syllable(word.slice(0, 50)));
    known.set(word, counted);
    return counted;
  };
  const words = wordsOf(text);
  const syllables = words.map((word) => syllablesOf(word.toLowerCase()));
  return {
    words: words.length,
    sentences: sentencesOf(text).length,
    letters: words.reduce((letters, word) => letters + word.length, 0),
    syllables: syllables.reduce((sum, count) => sum + count, 0),
    longWords: syllables.filter((count) => count >= 3).length,
  };
}

function entropy(text: string) {
  const graphemes = graphemesOf(text);
  const bitsPerCharacter = countEach(graphemes, graphemes.length).reduce((bits, { count }) => {
    const share = count / graphemes.length;
    return bits - share * Math.log2(share);
  }, 0);
  return {
    characters: graphemes.length,
    bitsPerCharacter: Math.round(bitsPerCharacter * 10_000) / 10_000,
    totalBits: rounded(bitsPerCharacter * graphemes.length),
  };
}

function smsSegments(text: string) {
  const units = gsmUnits(text);
  const encoding = units === undefined ? 'UCS-2' : 'GSM-7';
  const length = units ?? text.length;
  const [single, multiple] = units === undefined ? [70, 67] : [160, 153];
  const segments = length <= single ? Number(length > 0) : Math.ceil(length / multiple);
  const room = segments <= 1 ? single : segments * multiple;
  return { encoding, units: length, segments, unitsLeft: room - length };
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'reading-time',
    summary: 'Estimates how long the text takes to read; gives JSON.',
    params: z.object({
      text: textParam(),
      wordsPerMinute: integerParam('238 is usual for silent reading, 150 for speech.', 20, 2000, 238),
      locale: localeParam,
    }),
    example: {
      params: { text: 'four words are here', wordsPerMinute: 60 },
      result: '{\n  "words": 4,\n  "seconds": 4,\n  "minutes": 0.07,\n  "label": "1 min read"\n}',
    },
    inlineCharsMax: 2000,
    run: ({ text, wordsPerMinute, locale }) => {
      const words = wordsOf(text, locale).length;
      const minutes = words / wordsPerMinute;
      return jsonText({
        words,
        seconds: Math.round(minutes * 60),
        minutes: rounded(minutes),
        label: `${Math.max(1, Math.ceil(minutes))} min read`,
      });
    },
  }),
  defineTool({
    id: 'readability-score',
    summary:
      'Scores how easy an English text reads, by one formula or all; made for English only; gives JSON.',
    params: z.object({
      text: textParam('English text.'),
      formula: choiceParam('Which score.', ['all', ...formulaNames], 'all'),
    }),
    example: {
      params: { text: 'The cat sat on the mat. It was happy.', formula: 'flesch-reading-ease' },
      result: '{\n  "words": 9,\n  "sentences": 2,\n  "flesch-reading-ease": 108.27\n}',
    },
    inlineCharsMax: 500,
    run: ({ text, formula }) => {
      const counts = countsOf(text);
      const names = formula === 'all' ? formulaNames : [formula];
      const scores = names.map((name) => [name, counts.words === 0 ? null : rounded(formulas[name](counts))]);
      const { words, sentences } = counts;
      return jsonText({ words, sentences, ...(Object.fromEntries(scores) as Record<string, number | null>) });
    },
  }),
  defineTool({
    id: 'text-entropy',
    summary: 'Measures the Shannon entropy in bits per character; gives JSON.',
    params: z.object({ text: textParam() }),
    example: {
      params: { text: 'aabb' },
      result: '{\n  "characters": 4,\n  "bitsPerCharacter": 1,\n  "totalBits": 4\n}',
    },
    inlineCharsMax: 1000,
    run: ({ text }) => jsonText(entropy(text)),
  }),
  defineTool({
    id: 'sms-segments',
    title: 'SMS segments',
    summary: 'Tells how many text messages the text takes, and in which encoding; gives JSON.',
    params: z.object({ text: textParam('The message.', 20_000) }),
    example: {
      params: { text: 'Price: 5 €' },
      result: '{\n  "encoding": "GSM-7",\n  "units": 11,\n  "segments": 1,\n  "unitsLeft": 149\n}',
    },
    inlineCharsMax: 5000,
    run: ({ text }) => jsonText(smsSegments(text)),
  }),
  defineTool({
    id: 'longest-words',
    summary: 'Lists the longest words, each once, the longest first; gives lines.',
    params: z.object({
      text: textParam(),
      top: integerParam('How many words to give.', 1, 1000, 10),
      locale: localeParam,
    }),
    example: { params: { text: 'a longer word, the longest', top: 2 }, result: 'longest\nlonger' },
    inlineCharsMax: 1000,
    run: ({ text, top, locale }) =>
      [...new Set(wordsOf(text, locale))]
        .toSorted((a, b) => b.length - a.length)
        .slice(0, top)
        .join('\n'),
  }),
];

/** GSM 03.38: the characters of a text message that take one unit, and those that take two. */
const single = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('\f^{}\\[~]|€');

/** Units of seven bits; `undefined` where a character is not in the alphabet. */
function gsmUnits(text: string): number | undefined {
  let units = 0;
  for (const character of text) {
    if (single.has(character)) units += 1;
    else if (double.has(character)) units += 2;
    else return undefined;
  }
  return units;
}

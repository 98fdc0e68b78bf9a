import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, flagParam, localeParam, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { capitalize, isAcronym, lowerCase, lowerWord, upperCase } from './unicode/letters.ts';
import { segmentsOf } from './unicode/segments.ts';
import { titleCase } from './words/title-case.ts';

const acronymsParam = flagParam('Leaves words in capitals, such as NASA and U.S., as they are.');

const sentenceEnd = /[.!?…。！？]/u;
/** Their dot rarely ends a sentence. */
const abbreviation = /^(?:\p{L}(?:\.\p{L})+|dr|mr|mrs|ms|prof|vs|approx|dept|est|fig|st)$/iu;

/** U.N, of which the segmenter leaves out the last dot. */
const isInitials = (word: string) => /^\p{Lu}(?:\.\p{Lu})+$/u.test(word);

/** Finds sentences itself: the segmenter does not split before a lower-case letter, which is the error to correct. */
function sentenceCase(text: string, locale: string, keepAcronyms: boolean): string {
  const parts: string[] = [];
  let isFirst = true;
  let hasEnded = false;
  let lastWord = '';
  for (const { segment, isWordLike } of segmentsOf(text, 'word', locale)) {
    if (!isWordLike) {
      if (sentenceEnd.test(segment) && !(segment === '.' && abbreviation.test(lastWord))) hasEnded = true;
      if ((hasEnded && /\s/.test(segment)) || /[\n\r]/.test(segment)) isFirst = true;
      parts.push(segment);
      continue;
    }
    const lower =
      keepAcronyms && (isAcronym(segment) || isInitials(segment)) ? segment : lowerWord(segment, locale);
    parts.push(isFirst ? capitalize(lower, locale) : lower);
    isFirst = false;
    hasEnded = false;
    lastWord = segment;
  }
  return joinWithinLimit(parts, '');
}

function capitalizeWords(text: string, locale: string, keepRest: boolean): string {
  const parts = Array.from(segmentsOf(text, 'word', locale), ({ segment, isWordLike }) => {
    if (!isWordLike || isInitials(segment)) return segment;
    return capitalize(keepRest ? segment : lowerCase(segment, locale), locale);
  });
  return joinWithinLimit(parts, '');
}

function swapCase(text: string, locale: string): string {
  let swapped = '';
  for (const character of text) {
    const lower = lowerCase(character, locale);
    swapped += lower === character ? upperCase(character, locale) : lower;
  }
  return swapped;
}

function alternateCase(text: string, locale: string, startUpper: boolean): string {
  let alternated = '';
  let isUpper = startUpper;
  for (const character of text) {
    if (!/\p{L}/u.test(character)) {
      alternated += character;
      continue;
    }
    alternated += isUpper ? upperCase(character, locale) : lowerCase(character, locale);
    isUpper = !isUpper;
  }
  return alternated;
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'upper-case',
    summary: 'Turns every letter into its capital, by the rules of a language.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'istanbul', locale: 'tr' }, result: 'İSTANBUL' },
    run: ({ text, locale }) => upperCase(text, locale),
  }),
  defineQuickTool({
    id: 'lower-case',
    summary: 'Turns every capital into its small letter, by the rules of a language.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'ΟΔΟΣ 42' }, result: 'οδος 42' },
    run: ({ text, locale }) => lowerCase(text, locale),
  }),
  defineTool({
    id: 'title-case',
    summary: 'Capitalises a headline by a style guide: small words stay small except first and last.',
    params: z.object({
      text: textParam('Headlines, one a line.'),
      style: choiceParam(
        'ap and chicago keep small words small, simple capitalises every word.',
        ['ap', 'chicago', 'simple'],
        'chicago',
      ),
      keepAcronyms: flagParam('Leaves NASA and iPhone as they are, unless the line is all capitals.', true),
      locale: localeParam,
    }),
    example: {
      params: { text: 'the lord of the rings: a story through time', style: 'ap' },
      result: 'The Lord of the Rings: A Story Through Time',
    },
    inlineCharsMax: 2000,
    run: ({ text, style, keepAcronyms, locale }) => titleCase(text, { style, keepAcronyms, locale }),
  }),
  defineTool({
    id: 'sentence-case',
    summary: 'Makes everything small but the first letter of each sentence.',
    params: z.object({ text: textParam(), keepAcronyms: acronymsParam, locale: localeParam }),
    example: {
      params: { text: 'HELLO WORLD. how are you? i am fine.' },
      result: 'Hello world. How are you? I am fine.',
    },
    inlineCharsMax: 2000,
    run: ({ text, keepAcronyms, locale }) => sentenceCase(text, locale, keepAcronyms),
  }),
  defineTool({
    id: 'capitalize-words',
    summary: 'Gives every word a capital first letter.',
    params: z.object({
      text: textParam(),
      keepRest: flagParam('Leaves the other letters of each word as they are instead of making them small.'),
      locale: localeParam,
    }),
    example: { params: { text: "it's a WONDERFUL life" }, result: "It's A Wonderful Life" },
    inlineCharsMax: 2000,
    run: ({ text, keepRest, locale }) => capitalizeWords(text, locale, keepRest),
  }),
  defineTool({
    id: 'swap-case',
    summary: 'Turns capitals into small letters and small letters into capitals.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'cAPS lOCK' }, result: 'Caps Lock' },
    inlineCharsMax: 2000,
    run: ({ text, locale }) => swapCase(text, locale),
  }),
  defineTool({
    id: 'alternating-case',
    summary: 'Makes letters small and capital in turn; other characters do not count.',
    params: z.object({
      text: textParam(),
      startUpper: flagParam('Begins with a capital.'),
      locale: localeParam,
    }),
    example: { params: { text: 'good idea!' }, result: 'gOoD iDeA!' },
    inlineCharsMax: 2000,
    run: ({ text, startUpper, locale }) => alternateCase(text, locale, startUpper),
  }),
];

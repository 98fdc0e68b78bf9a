import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import { morseCodes, natoWords } from './words/spelling-tables.ts';

const charactersByMorse: ReadonlyMap<string, string> = new Map(
  [...morseCodes].map(([character, code]) => [code, character]),
);
const charactersByNato: ReadonlyMap<string, string> = new Map(
  [...natoWords].map(([character, word]) => [word.toLowerCase(), character]),
);

const unknownParam = choiceParam(
  'The treatment of a character that has no code: refuse the text, leave it out or keep it.',
  ['refuse', 'skip', 'keep'],
  'refuse',
);

type Unknown = z.output<typeof unknownParam>;

function coded(character: string, code: string | undefined, unknown: Unknown): readonly string[] {
  if (code !== undefined) return [code];
  if (unknown === 'refuse')
    throw invalid(
      `text has ${JSON.stringify(character)}, which has no code; set unknown to "skip" or "keep".`,
    );
  return unknown === 'keep' ? [character] : [];
}

/** Spells words letter by letter; accents are dropped, because the tables only have Latin letters. */
function spell(
  text: string,
  codes: ReadonlyMap<string, string>,
  unknown: Unknown,
  separators: { readonly letter: string; readonly word: string },
): string {
  assertFewMarksInARow(text);
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase();
  const lines = plain.split(/\r?\n/).map((line) => {
    const words = line.split(/\s+/).filter((word) => word !== '');
    return words
      .map((word) =>
        Array.from(word)
          .flatMap((letter) => coded(letter, codes.get(letter), unknown))
          .join(separators.letter),
      )
      .join(separators.word);
  });
  return joinWithinLimit(lines, '\n');
}

function decodeMorse(text: string): string {
  const plain = text.replace(/[·•∙.]/g, '.').replace(/[−–—_-]/g, '-');
  return plain
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(/\s*[/|]\s*|\s{3,}/)
        .map((word) => {
          const codes = word.split(/\s+/).filter((code) => code !== '');
          return codes.map((code) => charactersByMorse.get(code) ?? unknownMorse(code)).join('');
        })
        .join(' ')
        .trim(),
    )
    .join('\n');
}

function unknownMorse(code: string): never {
  throw invalid(`text has ${JSON.stringify(code.slice(0, 20))}, which is no Morse code of a character.`);
}

function decodeNato(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .split('/')
        .map((part) =>
          part
            .split(/\s+/)
            .filter((word) => word !== '')
            .map((word) => {
              const character = charactersByNato.get(word.toLowerCase());
              if (character === undefined)
                throw invalid(`text has ${JSON.stringify(word.slice(0, 30))}, which is no code word.`);
              return character;
            })
            .join(''),
        )
        .join(' '),
    )
    .join('\n');
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'morse-encode',
    summary: 'Writes a text in international Morse code; letters are divided by blanks, words by a slash.',
    params: z.object({ text: textParam(), unknown: unknownParam }),
    example: { params: { text: 'SOS Titanic' }, result: '... --- ... / - .. - .- -. .. -.-.' },
    run: ({ text, unknown }) => spell(text, morseCodes, unknown, { letter: ' ', word: ' / ' }),
  }),
  defineQuickTool({
    id: 'morse-decode',
    summary: 'Reads Morse code; words are divided by a slash or three blanks.',
    params: z.object({ text: textParam('Dots and dashes.') }),
    example: { params: { text: '... --- ... / - .. - .- -. .. -.-.' }, result: 'SOS TITANIC' },
    run: ({ text }) => decodeMorse(text),
  }),
  defineQuickTool({
    id: 'nato-encode',
    title: 'NATO alphabet encode',
    summary:
      'Spells a text in the code words of the ICAO and NATO (Alfa, Bravo …); words are divided by a slash.',
    params: z.object({ text: textParam(), unknown: unknownParam }),
    example: { params: { text: 'Gate B7' }, result: 'Golf Alfa Tango Echo / Bravo Seven' },
    run: ({ text, unknown }) => spell(text, natoWords, unknown, { letter: ' ', word: ' / ' }),
  }),
  defineQuickTool({
    id: 'nato-decode',
    title: 'NATO alphabet decode',
    summary: 'Reads code words of the NATO alphabet as letters.',
    params: z.object({ text: textParam('Code words.') }),
    example: { params: { text: 'Golf Alfa Tango Echo / Bravo Seven' }, result: 'GATE B7' },
    run: ({ text }) => decodeNato(text),
  }),
];

import {
  camelCase,
  constantCase,
  dotCase,
  kebabCase,
  noCase,
  pascalCase,
  pathCase,
  snakeCase,
  split,
  trainCase,
} from 'change-case';
import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { flagParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { capitalize } from './unicode/letters.ts';
import { graphemesOf } from './unicode/segments.ts';
import { mapLines } from './lines/line-breaks.ts';

interface IdentifierCase {
  readonly id: string;
  readonly title: string;
  readonly convert: (text: string) => string;
  readonly result: string;
}

/** Between two numbers an underscore stays, as in version_1_2; before a single one none is needed. */
function joining(text: string) {
  const words = split(text);
  const isAmbiguous = words.some((word, at) => /^\d/.test(word) && /\d$/.test(words[at - 1] ?? ''));
  return { mergeAmbiguousCharacters: !isAmbiguous };
}

const identifierCases: readonly IdentifierCase[] = [
  {
    id: 'camel-case',
    title: 'camelCase',
    convert: (text) => camelCase(text, joining(text)),
    result: 'userIdNumber',
  },
  {
    id: 'pascal-case',
    title: 'PascalCase',
    convert: (text) => pascalCase(text, joining(text)),
    result: 'UserIdNumber',
  },
  { id: 'snake-case', title: 'snake_case', convert: (text) => snakeCase(text), result: 'user_id_number' },
  { id: 'kebab-case', title: 'kebab-case', convert: (text) => kebabCase(text), result: 'user-id-number' },
  {
    id: 'constant-case',
    title: 'CONSTANT_CASE',
    convert: (text) => constantCase(text),
    result: 'USER_ID_NUMBER',
  },
  { id: 'dot-case', title: 'dot.case', convert: (text) => dotCase(text), result: 'user.id.number' },
  { id: 'path-case', title: 'path/case', convert: (text) => pathCase(text), result: 'user/id/number' },
  { id: 'train-case', title: 'Train-Case', convert: (text) => trainCase(text), result: 'User-Id-Number' },
  { id: 'space-case', title: 'space case', convert: (text) => noCase(text), result: 'user id number' },
];

function identifierTool({ id, title, convert, result }: IdentifierCase): Tool {
  return defineTool({
    id,
    title,
    summary: `Writes words or an identifier of any style as ${title}.`,
    params: z.object({
      text: textParam('Words or identifiers.'),
      perLine: flagParam('Converts each line by itself; false makes one name of the whole text.', true),
    }),
    example: { params: { text: 'userID number' }, result },
    inlineCharsMax: 2000,
    run: ({ text, perLine }) => (perLine ? mapLines(text, convert) : convert(text)),
  });
}

function detectCase(name: string): string {
  const hasWords = split(name).length > 1;
  const known = hasWords ? identifierCases.find(({ convert }) => convert(name) === name) : undefined;
  if (known !== undefined) return known.id;
  if (name === '') return 'empty';
  if (name === name.toLowerCase()) return 'lower-case';
  if (name === name.toUpperCase()) return 'upper-case';
  return pascalCase(name, joining(name)) === name ? 'pascal-case' : 'mixed';
}

function initials(text: string, separator: string): string {
  const letters = split(text).map((word) => capitalize(graphemesOf(word)[0] ?? '', 'en'));
  return joinWithinLimit(letters, separator);
}

export const tools: readonly Tool[] = [
  ...identifierCases.map(identifierTool),
  defineTool({
    id: 'detect-case',
    summary: 'Names the style of each line, by the id of the tool that makes it, such as snake-case.',
    params: z.object({ text: textParam('Identifiers, one a line.') }),
    example: {
      params: { text: 'first_name\nfirstName\nFIRST_NAME' },
      result: 'snake-case\ncamel-case\nconstant-case',
    },
    inlineCharsMax: 200,
    run: ({ text }) => mapLines(text, detectCase),
  }),
  defineTool({
    id: 'make-initials',
    title: 'Initials',
    summary: 'Takes the first letter of every word, as a capital: the acronym of a name.',
    params: z.object({
      text: textParam('A name; each line by itself.'),
      separator: z.string().max(10).default('').describe('Separator between the letters.'),
    }),
    example: { params: { text: 'portable document format' }, result: 'PDF' },
    inlineCharsMax: 2000,
    run: ({ text, separator }) => mapLines(text, (line) => initials(line, separator)),
  }),
];

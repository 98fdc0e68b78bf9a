import { wordlist } from '@scure/bip39/wordlists/english.js';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, integerParam, seedParam, textParam } from '../params.ts';
import { createRandom, shuffled, type Random } from '../random.ts';
import { defineTool, type Tool } from '../tool.ts';
import { passwordStrength } from './secrets/password-strength.ts';

const secretSeed = seedParam.describe(
  'The same seed gives the same result, so anyone who knows the seed knows the secret. Leave it out for real secrets.',
);
const countParam = integerParam('How many to make, a line each.', 1, 100, 1);

const sets = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&()*+,-./:;<=>?@[]^_{|}~',
} as const;
const setNames = ['lower', 'upper', 'digits', 'symbols'] as const;
const lookAlikes = /[0O1lI|5S]/g;

function pick<Item>(items: ArrayLike<Item>, random: Random): Item {
  return items[random.below(items.length)] as Item;
}

/** One character of each set, the rest from all sets, then shuffled: every set occurs, at no fixed position. */
function password(length: number, alphabets: readonly string[], random: Random): string {
  const all = alphabets.join('');
  const characters = alphabets.map((alphabet) => pick(alphabet, random));
  while (characters.length < length) characters.push(pick(all, random));
  return shuffled(characters, random).join('');
}

function passphrase(words: number, separator: string, capitalize: boolean, random: Random): string {
  const picked = Array.from({ length: words }, () => pick(wordlist, random));
  const spelled = capitalize ? picked.map((word) => word.charAt(0).toUpperCase() + word.slice(1)) : picked;
  return spelled.join(separator);
}

function lines(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join('\n');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'generate-password',
    title: 'Generate passwords',
    summary: 'Makes random passwords with at least one character of each chosen set.',
    params: z.object({
      length: integerParam('Characters of a password.', 8, 256, 20),
      count: countParam,
      sets: z
        .array(z.enum(setNames))
        .min(1)
        .max(4)
        .default([...setNames])
        .describe('The kinds of characters.'),
      avoidLookAlikes: flagParam('Leaves out 0, O, 1, l, I, |, 5 and S.'),
      seed: secretSeed,
    }),
    example: { params: { length: 12, seed: 1 }, result: '2fo]{[]DP/>D' },
    inlineCharsMax: 200,
    run: ({ length, count, sets: names, avoidLookAlikes, seed }) => {
      const random = createRandom(seed);
      const alphabets = [...new Set(names)].map((name) =>
        avoidLookAlikes ? sets[name].replaceAll(lookAlikes, '') : sets[name],
      );
      return lines(count, () => password(length, alphabets, random));
    },
  }),
  defineTool({
    id: 'generate-passphrase',
    title: 'Generate passphrases',
    summary: 'Makes passphrases of English words from a list of 2,048: 11 bits a word.',
    params: z.object({
      words: integerParam('Words of a passphrase.', 3, 12, 6),
      separator: z.string().max(5).default('-').describe('Separator between the words.'),
      capitalize: flagParam('Gives every word a capital.'),
      count: countParam,
      seed: secretSeed,
    }),
    example: { params: { words: 4, seed: 1 }, result: 'siren-uncover-local-nut' },
    inlineCharsMax: 200,
    run: ({ words, separator, capitalize, count, seed }) => {
      const random = createRandom(seed);
      return lines(count, () => passphrase(words, separator, capitalize, random));
    },
  }),
  defineTool({
    id: 'generate-token',
    title: 'Generate tokens',
    summary: 'Makes random bytes, written as hex, base64 or base64url: keys and API tokens.',
    params: z.object({
      bytes: integerParam('Random bytes of a token.', 1, 1024, 32),
      encoding: choiceParam('How to write them.', ['hex', 'base64', 'base64url'], 'hex'),
      count: countParam,
      seed: secretSeed,
    }),
    example: { params: { bytes: 8, seed: 1 }, result: '0eeece4b56edaf65' },
    inlineCharsMax: 200,
    run: ({ bytes, encoding, count, seed }) => {
      const random = createRandom(seed);
      return lines(count, () => random.bytes(bytes).toString(encoding));
    },
  }),
  defineTool({
    id: 'password-strength',
    summary:
      'Estimates how many guesses a password withstands, by dictionaries, names, dates and rows of keys; gives JSON.',
    params: z.object({ text: textParam('The password. It is neither stored nor logged.', 1000) }),
    example: {
      params: { text: 'abcd1234' },
      result:
        '{\n  "length": 8,\n  "alphabet": 36,\n  "bits": 8,\n  "verdict": "very weak",\n  "warning": "This is a commonly used password.",\n  "suggestions": [\n    "Add more words that are less common."\n  ]\n}',
    },
    isHeavy: true,
    run: async ({ text }) => jsonText(await passwordStrength(text)),
  }),
];

import { z } from 'zod';
import { choiceParam, integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';

const letters = 26;

/** Shifts a Latin letter along the alphabet and keeps its case; other characters are unchanged. */
function shiftLetter(character: string, shift: number): string {
  const code = character.charCodeAt(0);
  const first = code >= 0x61 && code <= 0x7a ? 0x61 : code >= 0x41 && code <= 0x5a ? 0x41 : undefined;
  if (first === undefined) return character;
  return String.fromCharCode(first + ((((code - first + shift) % letters) + letters) % letters));
}

function caesar(text: string, shift: number): string {
  return text.replace(/[A-Za-z]/g, (letter) => shiftLetter(letter, shift));
}

function rot47(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(0x21 + ((character.charCodeAt(0) - 0x21 + 47) % 94)),
  );
}

function atbash(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const first = letter >= 'a' ? 0x61 : 0x41;
    return String.fromCharCode(first + letters - 1 - (letter.charCodeAt(0) - first));
  });
}

function vigenere(text: string, key: string, sign: 1 | -1): string {
  const shifts = Array.from(key.toLowerCase(), (letter) => letter.charCodeAt(0) - 0x61);
  if (shifts.some((shift) => shift < 0 || shift >= letters))
    throw invalid('key may contain the letters A to Z only.');
  let at = 0;
  return text.replace(/[A-Za-z]/g, (letter) => {
    const shift = shifts[at % shifts.length] ?? 0;
    at += 1;
    return shiftLetter(letter, sign * shift);
  });
}

const directionParam = choiceParam('Whether to encode or decode.', ['encode', 'decode'], 'encode');

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'rot13',
    title: 'ROT13',
    summary: 'Moves Latin letters thirteen places along the alphabet; applied twice it gives the text back.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Why did the chicken?' }, result: 'Jul qvq gur puvpxra?' },
    run: ({ text }) => caesar(text, 13),
  }),
  defineQuickTool({
    id: 'rot47',
    title: 'ROT47',
    summary: 'Moves the printable ASCII characters 47 places; applied twice it gives the text back.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Hello, World!' }, result: 'w6==@[ (@C=5P' },
    run: ({ text }) => rot47(text),
  }),
  defineQuickTool({
    id: 'caesar-cipher',
    summary: 'Moves Latin letters along the alphabet; a negative shift goes back.',
    params: z.object({
      text: textParam(),
      shift: integerParam('Places to move each letter.', -1000, 1000, 3),
      direction: directionParam,
    }),
    example: { params: { text: 'Veni, vidi, vici', shift: 3 }, result: 'Yhql, ylgl, ylfl' },
    run: ({ text, shift, direction }) => caesar(text, direction === 'encode' ? shift : -shift),
  }),
  defineQuickTool({
    id: 'atbash-cipher',
    summary: 'Mirrors the Latin alphabet (A and Z, B and Y …); applied twice it gives the text back.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Attack at dawn' }, result: 'Zggzxp zg wzdm' },
    run: ({ text }) => atbash(text),
  }),
  defineQuickTool({
    id: 'vigenere-cipher',
    title: 'Vigenère cipher',
    summary: 'Moves each Latin letter by the next letter of a key.',
    params: z.object({
      text: textParam(),
      key: z.string().min(1).max(200).describe('Letters A to Z.'),
      direction: directionParam,
    }),
    example: { params: { text: 'Attack at dawn', key: 'Lemon' }, result: 'Lxfopv ef rnhr' },
    run: ({ text, key, direction }) => vigenere(text, key, direction === 'encode' ? 1 : -1),
  }),
];

import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import {
  decodeBase45,
  decodeBase62,
  decodeBase92,
  encodeBase45,
  encodeBase62,
  encodeBase92,
} from './bytes/more-bases.ts';
import { showBytes, utf8Bytes } from './bytes/utf8.ts';

const asText = (bytes: Uint8Array) => showBytes(bytes, 'text');

const codeDigits: Readonly<Record<number, RegExp>> = {
  2: /^[01]{1,21}$/,
  8: /^[0-7]{1,7}$/,
  10: /^\d{1,7}$/,
  16: /^(?:0x|u\+)?[0-9a-f]{1,6}$/i,
};

function textOfCodes(text: string, base: number): string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const characters = words.map((word) => {
    const isNumber = codeDigits[base]?.test(word) === true;
    const code = isNumber ? Number.parseInt(word.replace(/^(?:0x|u\+)/i, ''), base) : Number.NaN;
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (!isCharacter)
      throw invalid(`text has ${JSON.stringify(word.slice(0, 20))}, which is no character's number.`);
    return String.fromCodePoint(code);
  });
  return characters.join('');
}

const octalBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(8).padStart(3, '0'));

export const tools: readonly Tool[] = [
  defineTool({
    id: 'base62-encode',
    title: 'Encode Base62',
    summary: 'Writes the UTF-8 bytes of a text as Base62: digits and letters only.',
    params: z.object({ text: textParam('The text, at most 4,000 characters.', 4_000) }),
    example: { params: { text: 'Hello' }, result: '5TP3P3v' },
    run: ({ text }) => encodeBase62(utf8Bytes(text)),
  }),
  defineTool({
    id: 'base62-decode',
    title: 'Decode Base62',
    summary: 'Reads Base62 as text.',
    params: z.object({ text: textParam('Base62.', 6_000) }),
    example: { params: { text: '5TP3P3v' }, result: 'Hello' },
    run: ({ text }) => asText(decodeBase62(text.trim())),
  }),
  defineQuickTool({
    id: 'base45-encode',
    title: 'Encode Base45',
    summary: 'Writes the UTF-8 bytes of a text as Base45 (RFC 9285), for QR codes.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Hello!!' }, result: '%69 VD92EX0' },
    run: ({ text }) => encodeBase45(utf8Bytes(text)),
  }),
  defineQuickTool({
    id: 'base45-decode',
    title: 'Decode Base45',
    summary: 'Reads Base45 (RFC 9285) as text.',
    params: z.object({ text: textParam('Base45.') }),
    example: { params: { text: '%69 VD92EX0' }, result: 'Hello!!' },
    run: ({ text }) => asText(decodeBase45(text)),
  }),
  defineTool({
    id: 'base92-encode',
    title: 'Encode Base92',
    summary: 'Writes the UTF-8 bytes of a text as Base92, the densest of printable ASCII without quotes.',
    params: z.object({ text: textParam('The text, at most 20,000 characters.', 20_000) }),
    example: { params: { text: 'Hello!!' }, result: ';K_$aOTo&' },
    run: ({ text }) => encodeBase92(utf8Bytes(text)),
  }),
  defineTool({
    id: 'base92-decode',
    title: 'Decode Base92',
    summary: 'Reads Base92 as text.',
    params: z.object({ text: textParam('Base92.', 80_000) }),
    example: { params: { text: ';K_$aOTo&' }, result: 'Hello!!' },
    run: ({ text }) => asText(decodeBase92(text.trim())),
  }),
  defineTool({
    id: 'charcode-encode',
    title: 'Text to character codes',
    summary: 'Writes the number of each character of a text in Unicode.',
    params: z.object({
      text: textParam(),
      base: choiceParam('Base of the numbers.', ['10', '16', '8', '2'], '10'),
      separator: z.string().max(10).default(' ').describe('Between the numbers.'),
    }),
    example: { params: { text: 'Aé😀' }, result: '65 233 128512' },
    inlineCharsMax: 2_000,
    run: ({ text, base, separator }) =>
      joinWithinLimit(
        Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(Number(base))),
        separator,
      ),
  }),
  defineTool({
    id: 'charcode-decode',
    title: 'Character codes to text',
    summary: 'Reads numbers of characters in Unicode, parted by blanks, commas or semicolons, as text.',
    params: z.object({
      text: textParam('The numbers.'),
      base: choiceParam('Base of the numbers.', ['10', '16', '8', '2'], '10'),
    }),
    example: { params: { text: '65, 233, 128512' }, result: 'Aé😀' },
    inlineCharsMax: 2_000,
    run: ({ text, base }) => textOfCodes(text, Number(base)),
  }),
  defineTool({
    id: 'octal-encode',
    title: 'Encode octal',
    summary: 'Writes the UTF-8 bytes of a text as octal numbers of three digits.',
    params: z.object({
      text: textParam(),
      separator: z.string().max(10).default(' ').describe('Between the bytes.'),
    }),
    example: { params: { text: 'Hi é' }, result: '110 151 040 303 251' },
    inlineCharsMax: 2_000,
    run: ({ text, separator }) =>
      joinWithinLimit(
        Array.from(utf8Bytes(text), (byte) => octalBytes[byte] ?? ''),
        separator,
      ),
  }),
  defineTool({
    id: 'octal-decode',
    title: 'Decode octal',
    summary: 'Reads octal numbers, parted by blanks or three digits each, as UTF-8.',
    params: z.object({ text: textParam('Octal numbers.') }),
    example: { params: { text: '110 151' }, result: 'Hi' },
    inlineCharsMax: 2_000,
    run: ({ text }) => {
      const parts = text.trim().match(/[0-7]{1,3}/g) ?? [];
      if (/[^0-7\s,\\]/.test(text) || parts.some((part) => Number.parseInt(part, 8) > 255))
        throw invalid('text is not octal numbers up to 377.');
      return asText(Uint8Array.from(parts, (part) => Number.parseInt(part, 8)));
    },
  }),
  defineTool({
    id: 'hexdump',
    title: 'Hex dump',
    summary: 'Shows the UTF-8 bytes of a text with their offsets and characters, 16 a line.',
    params: z.object({ text: textParam('The text, at most 100,000 characters.', 100_000) }),
    example: {
      params: { text: 'Hello, Wörld! 0123' },
      result:
        '00000000  48 65 6c 6c 6f 2c 20 57  c3 b6 72 6c 64 21 20 30  |Hello, W..rld! 0|\n00000010  31 32 33                                          |123|',
    },
    run: ({ text }) => hexdump(utf8Bytes(text)),
  }),
];

const perLine = 16;
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const shownBytes = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
);

/** Offset, bytes and printable characters, as `hexdump -C` shows them. */
function hexdump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += perLine) {
    const row = bytes.subarray(at, at + perLine);
    const hex = Array.from(row, (byte) => hexPairs[byte] ?? '');
    const halves = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ').padEnd(48);
    const shown = Array.from(row, (byte) => shownBytes[byte] ?? '').join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${halves}  |${shown}|`);
  }
  return lines.join('\n');
}

import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { decodeAscii85, encodeAscii85 } from './bytes/ascii85.ts';
import { decodeQuotedPrintable, encodeQuotedPrintable } from './bytes/quoted-printable.ts';
import { decodedAsParam, showBytes, utf8Bytes } from './bytes/utf8.ts';

const separatorMax = 10;

function separatorParam(byDefault: string) {
  return z.string().max(separatorMax).default(byDefault).describe('Written between the bytes.');
}

/** Each byte with the same number of digits. */
function encodeDigits(
  text: string,
  radix: number,
  digits: number,
  separator: string,
  upperCase = false,
): string {
  const bytes = utf8Bytes(text);
  assertOutputFits(Math.max(0, bytes.length * (digits + separator.length) - separator.length));
  const words = Array.from(bytes, (byte) => byte.toString(radix).padStart(digits, '0'));
  return (upperCase ? words.map((word) => word.toUpperCase()) : words).join(separator);
}

/** Any non-digit separates bytes; without separators the digits are split into bytes of equal length. */
function decodeDigits(
  text: string,
  name: string,
  radix: number,
  digits: number,
  separator: string,
): Uint8Array {
  const isDigit = radix === 16 ? /^[0-9a-fA-F]+$/ : /^[01]+$/;
  const bytes: number[] = [];
  const prefix = radix === 16 ? '0x' : '0b';
  const spaced = separator === '' ? text : text.split(separator).join(' ');
  for (const word of spaced.split(/[\s,:;]+/)) {
    const group = word.toLowerCase().startsWith(prefix)
      ? word.slice(2)
      : word.startsWith('\\x')
        ? word.slice(2)
        : word;
    if (word === '') continue;
    if (!isDigit.test(group))
      throw invalid(`text is not ${name}: ${JSON.stringify(word.slice(0, 20))} has other characters.`);
    if (group.length % digits !== 0) {
      throw invalid(
        `text is not ${name}: ${JSON.stringify(word.slice(0, 20))} is not a whole number of bytes (${digits} digits each).`,
      );
    }
    for (let at = 0; at < group.length; at += digits)
      bytes.push(Number.parseInt(group.slice(at, at + digits), radix));
  }
  return Uint8Array.from(bytes);
}

const decodeSeparatorParam = z
  .string()
  .max(separatorMax)
  .default('')
  .describe('The separator between the bytes, unless it is a blank, comma, colon or semicolon.');

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'hex-encode',
    summary: 'Writes the UTF-8 bytes of a text in hexadecimal.',
    params: z.object({
      text: textParam(),
      separator: separatorParam(''),
      upperCase: flagParam('Write A to F in capitals.'),
    }),
    example: { params: { text: 'Aé', separator: ' ' }, result: '41 c3 a9' },
    run: ({ text, separator, upperCase }) => encodeDigits(text, 16, 2, separator, upperCase),
  }),
  defineQuickTool({
    id: 'hex-decode',
    summary: 'Reads hexadecimal bytes as UTF-8 text; blanks, commas, colons, 0x and \\x are ignored.',
    params: z.object({
      text: textParam('Hexadecimal bytes.'),
      separator: decodeSeparatorParam,
      output: decodedAsParam,
    }),
    example: { params: { text: '41 C3 A9' }, result: 'Aé' },
    run: ({ text, separator, output }) =>
      showBytes(decodeDigits(text, 'hexadecimal', 16, 2, separator), output),
  }),
  defineQuickTool({
    id: 'binary-encode',
    summary: 'Writes the UTF-8 bytes of a text as zeros and ones, eight a byte.',
    params: z.object({ text: textParam(), separator: separatorParam(' ') }),
    example: { params: { text: 'Hi' }, result: '01001000 01101001' },
    run: ({ text, separator }) => encodeDigits(text, 2, 8, separator),
  }),
  defineQuickTool({
    id: 'binary-decode',
    summary: 'Reads zeros and ones, eight a byte, as UTF-8 text.',
    params: z.object({
      text: textParam('Bytes of eight binary digits.'),
      separator: decodeSeparatorParam,
      output: decodedAsParam,
    }),
    example: { params: { text: '01001000 01101001' }, result: 'Hi' },
    run: ({ text, separator, output }) => showBytes(decodeDigits(text, 'binary', 2, 8, separator), output),
  }),
  defineQuickTool({
    id: 'ascii85-encode',
    summary: 'Encodes the UTF-8 bytes of a text as Ascii85, five characters for four bytes.',
    params: z.object({
      text: textParam(),
      delimiters: flagParam('Wrap the result in <~ and ~>, as Adobe does.'),
    }),
    example: { params: { text: 'Man is distinguished' }, result: '9jqo^BlbD-BleB1DJ+*+F(f,q' },
    run: ({ text, delimiters }) => {
      const encoded = encodeAscii85(utf8Bytes(text));
      return delimiters ? `<~${encoded}~>` : encoded;
    },
  }),
  defineQuickTool({
    id: 'ascii85-decode',
    summary: 'Decodes Ascii85 into text; the delimiters <~ and ~> are optional.',
    params: z.object({ text: textParam('Ascii85.'), output: decodedAsParam }),
    example: { params: { text: '<~9jqo^BlbD-BleB1DJ+*+F(f,q~>' }, result: 'Man is distinguished' },
    run: ({ text, output }) => showBytes(decodeAscii85(text), output),
  }),
  defineQuickTool({
    id: 'quoted-printable-encode',
    title: 'Quoted-printable encode',
    summary: 'Encodes a text as quoted-printable (RFC 2045), with lines of at most 76 characters.',
    params: z.object({ text: textParam() }),
    example: { params: { text: 'Café = 3 €' }, result: 'Caf=C3=A9 =3D 3 =E2=82=AC' },
    run: ({ text }) => encodeQuotedPrintable(text),
  }),
  defineQuickTool({
    id: 'quoted-printable-decode',
    title: 'Quoted-printable decode',
    summary: 'Decodes quoted-printable (RFC 2045) into text.',
    params: z.object({ text: textParam('Quoted-printable text.'), output: decodedAsParam }),
    example: { params: { text: 'Caf=C3=A9 =3D=\r\n 3 =E2=82=AC' }, result: 'Café = 3 €' },
    run: ({ text, output }) => showBytes(decodeQuotedPrintable(text), output),
  }),
];

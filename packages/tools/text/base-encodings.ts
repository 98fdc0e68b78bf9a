import { base32, base32crockford, base32hex, base64, base64url, type BytesCoder } from '@scure/base';
import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';
import { positionOf } from './lines/position.ts';
import { decodedAsParam, showBytes, utf8Bytes } from './bytes/utf8.ts';

/** Base58 has no byte boundaries, so its cost is quadratic in the length. */
const base58CharsMax = 4_000;
const mimeLineChars = 76;

const base32Coders = { standard: base32, hex: base32hex, crockford: base32crockford } as const;
const base32VariantParam = choiceParam(
  'standard and hex are those of RFC 4648; crockford leaves out I, L, O and U.',
  ['standard', 'hex', 'crockford'],
  'standard',
);

const alphabets = {
  base64: /[A-Za-z0-9+/]/,
  base64url: /[A-Za-z0-9_-]/,
  standard: /[A-Z2-7]/,
  hex: /[0-9A-V]/,
  crockford: /[0-9A-HJKMNP-TV-Z]/,
  base58: /[1-9A-HJ-NP-Za-km-z]/,
} as const;

/** Ignores white space; everything else must be in the alphabet, with padding only at the end. */
function lettersOf(text: string, name: string, alphabet: RegExp): string {
  const letters: string[] = [];
  let padding = 0;
  let offset = -1;
  for (const character of text.split('')) {
    offset += 1;
    if (/\s/.test(character)) continue;
    if (character === '=') {
      padding += 1;
      continue;
    }
    if (padding > 0 || !alphabet.test(character)) {
      throw invalid(
        `text is not valid ${name}: unexpected ${JSON.stringify(text.slice(offset, offset + 1))} at ${positionOf(text, offset)}.`,
      );
    }
    letters.push(character);
  }
  if (padding > 6) throw invalid(`text is not valid ${name}: too much padding.`);
  return letters.join('');
}

function decodeWith(coder: BytesCoder, letters: string, name: string): Uint8Array {
  try {
    return coder.decode(letters);
  } catch {
    throw invalid(
      `text is not valid ${name}: it is cut off, or its last character has bits that belong to nothing.`,
    );
  }
}

function pad(letters: string, groupSize: number): string {
  return letters + '='.repeat((groupSize - (letters.length % groupSize)) % groupSize);
}

function decodeBase64(text: string): Uint8Array {
  const isUrlSafe = /[-_]/.test(text);
  const name = isUrlSafe ? 'URL-safe base64' : 'base64';
  const letters = lettersOf(text, name, isUrlSafe ? alphabets.base64url : alphabets.base64);
  return decodeWith(isUrlSafe ? base64url : base64, pad(letters, 4), name);
}

function wrapped(text: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += mimeLineChars) lines.push(text.slice(at, at + mimeLineChars));
  return joinWithinLimit(lines, '\r\n');
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'base64-encode',
    summary: 'Encodes the UTF-8 bytes of a text as base64 (RFC 4648).',
    params: z.object({
      text: textParam(),
      urlSafe: flagParam('Write - and _ instead of + and /, and no padding.'),
      wrap: flagParam('Break lines after 76 characters, as in e-mail (MIME).'),
    }),
    example: { params: { text: 'Grüße 🚀' }, result: 'R3LDvMOfZSDwn5qA' },
    run: ({ text, urlSafe, wrap }) => {
      const encoded = Buffer.from(text, 'utf8').toString(urlSafe ? 'base64url' : 'base64');
      return wrap ? wrapped(encoded) : encoded;
    },
  }),
  defineQuickTool({
    id: 'base64-decode',
    summary: 'Decodes base64, standard or URL-safe, padded or not, into text.',
    params: z.object({
      text: textParam('Base64; line breaks and blanks are ignored.'),
      urlSafe: z.boolean().optional().describe('Insist on one alphabet; by default both are read.'),
      output: decodedAsParam,
    }),
    example: { params: { text: 'R3LDvMOfZSDwn5qA' }, result: 'Grüße 🚀' },
    run: ({ text, urlSafe, output }) => {
      if (urlSafe === true && /[+/]/.test(text))
        throw invalid('text has + or /, which URL-safe base64 does not use.');
      if (urlSafe === false && /[-_]/.test(text))
        throw invalid('text has - or _, which standard base64 does not use.');
      return showBytes(decodeBase64(text), output);
    },
  }),
  defineQuickTool({
    id: 'base32-encode',
    summary: 'Encodes the UTF-8 bytes of a text as base32.',
    params: z.object({ text: textParam(), variant: base32VariantParam }),
    example: { params: { text: 'foobar' }, result: 'MZXW6YTBOI======' },
    run: ({ text, variant }) => base32Coders[variant].encode(utf8Bytes(text)),
  }),
  defineQuickTool({
    id: 'base32-decode',
    summary: 'Decodes base32 into text; case and padding do not matter.',
    params: z.object({ text: textParam('Base32.'), variant: base32VariantParam, output: decodedAsParam }),
    example: { params: { text: 'mzxw6ytboi' }, result: 'foobar' },
    run: ({ text, variant, output }) => {
      const upper = text.toUpperCase();
      const readable =
        variant === 'crockford'
          ? upper.replace(/[IL]/g, '1').replaceAll('O', '0').replaceAll('-', '')
          : upper;
      const letters = lettersOf(readable, 'base32', alphabets[variant]);
      const padded = variant === 'crockford' ? letters : pad(letters, 8);
      return showBytes(decodeWith(base32Coders[variant], padded, 'base32'), output);
    },
  }),
  defineTool({
    id: 'base58-encode',
    summary: 'Encodes the UTF-8 bytes of a text in the base58 alphabet of Bitcoin.',
    params: z.object({ text: textParam(`At most ${base58CharsMax} characters.`, base58CharsMax) }),
    example: { params: { text: 'Hello World!' }, result: '2NEpo7TZRRrLZSi2U' },
    run: ({ text }) => encodeBase58(utf8Bytes(text)),
  }),
  defineTool({
    id: 'base58-decode',
    summary: 'Decodes base58 (Bitcoin alphabet) into text.',
    params: z.object({ text: textParam('Base58.', base58CharsMax * 5), output: decodedAsParam }),
    example: { params: { text: '2NEpo7TZRRrLZSi2U' }, result: 'Hello World!' },
    run: ({ text, output }) => showBytes(decodeBase58(lettersOf(text, 'base58', alphabets.base58)), output),
  }),
];

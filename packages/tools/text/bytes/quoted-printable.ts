import { joinWithinLimit } from '../../output.ts';
import { invalid } from '../../refuse.ts';
import { positionOf } from '../lines/position.ts';
import { utf8Bytes } from './utf8.ts';

const lineCharsMax = 76;

function encodeByte(byte: number): string {
  const isPlain = (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09;
  return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

const encodedBytes = Array.from({ length: 256 }, (_, byte) => encodeByte(byte));

function encodeLine(line: string): readonly string[] {
  const tokens = Array.from(utf8Bytes(line), (byte) => encodedBytes[byte] ?? '');
  const last = tokens.at(-1);
  // Mail transport may strip white space at the end of a line, so it is encoded.
  if (last === ' ' || last === '\t') tokens[tokens.length - 1] = last === ' ' ? '=20' : '=09';
  const lines: string[] = [];
  let current = '';
  for (const [at, token] of tokens.entries()) {
    const room = at === tokens.length - 1 ? lineCharsMax : lineCharsMax - 1;
    if (current.length + token.length > room) {
      lines.push(`${current}=`);
      current = '';
    }
    current += token;
  }
  lines.push(current);
  return lines;
}

/** Line ends become CRLF, as in mail; a CR without LF is data. */
export function encodeQuotedPrintable(text: string): string {
  return joinWithinLimit(text.split(/\r\n|\n/).flatMap(encodeLine), '\r\n');
}

export function decodeQuotedPrintable(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let plainFrom = 0;
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', plainFrom)) {
    parts.push(utf8Bytes(text.slice(plainFrom, at)));
    const softBreak = /^=[ \t]{0,76}(?:\r\n|\n|$)/.exec(text.slice(at, at + lineCharsMax + 3));
    const digits = text.slice(at + 1, at + 3);
    if (softBreak !== null) plainFrom = at + softBreak[0].length;
    else if (/^[0-9a-fA-F]{2}$/.test(digits)) {
      parts.push(Uint8Array.of(Number.parseInt(digits, 16)));
      plainFrom = at + 3;
    } else {
      throw invalid(
        `text is not valid quoted-printable: = needs two hexadecimal digits or a line end at ${positionOf(text, at)}.`,
      );
    }
  }
  parts.push(utf8Bytes(text.slice(plainFrom)));
  return Buffer.concat(parts);
}

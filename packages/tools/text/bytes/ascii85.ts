import { invalid } from '../../refuse.ts';

const firstCode = 0x21;
const blockMax = 2 ** 32;

/** Four bytes become five characters from ! to u; four zeros become z. */
export function encodeAscii85(bytes: Uint8Array): string {
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const size = Math.min(4, bytes.length - at);
    let number = 0;
    for (let byte = 0; byte < 4; byte += 1) number = number * 256 + (bytes[at + byte] ?? 0);
    if (number === 0 && size === 4) {
      groups.push('z');
      continue;
    }
    const codes = [0, 0, 0, 0, 0];
    for (let digit = 4; digit >= 0; digit -= 1) {
      codes[digit] = firstCode + (number % 85);
      number = Math.floor(number / 85);
    }
    groups.push(String.fromCharCode(...codes).slice(0, size + 1));
  }
  return groups.join('');
}

function bodyOf(text: string): string {
  const packed = text.replace(/\s/g, '');
  const from = packed.startsWith('<~') ? 2 : 0;
  return packed.slice(from, packed.endsWith('~>') ? -2 : undefined);
}

function pushBlock(bytes: number[], digits: readonly number[]): void {
  if (digits.length === 1)
    throw invalid('text is not valid Ascii85: it is cut off after the first character of a group.');
  let number = 0;
  for (let at = 0; at < 5; at += 1) number = number * 85 + (digits[at] ?? 84);
  if (number >= blockMax) throw invalid('text is not valid Ascii85: a group is larger than four bytes.');
  for (let at = 0; at < digits.length - 1; at += 1) bytes.push(Math.floor(number / 256 ** (3 - at)) % 256);
}

/** Ignores white space and Adobe's delimiters. */
export function decodeAscii85(text: string): Uint8Array {
  const bytes: number[] = [];
  let digits: number[] = [];
  for (const character of bodyOf(text)) {
    const digit = character.charCodeAt(0) - firstCode;
    if (character === 'z' && digits.length === 0) bytes.push(0, 0, 0, 0);
    else if (digit < 0 || digit > 84)
      throw invalid(`text is not valid Ascii85: unexpected ${JSON.stringify(character)}.`);
    else digits.push(digit);
    if (digits.length === 5) {
      pushBlock(bytes, digits);
      digits = [];
    }
  }
  if (digits.length > 0) pushBlock(bytes, digits);
  return Uint8Array.from(bytes);
}

import { invalid } from '../../refuse.ts';

const letters62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letters45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** The bytes as one large number; each leading zero byte is a leading 0. */
export function encodeBase62(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  if (zeros === -1) return '0'.repeat(bytes.length);
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const letters: string[] = [];
  for (; number > 0n; number /= 62n) letters.push(letters62.charAt(Number(number % 62n)));
  return '0'.repeat(zeros) + letters.toReversed().join('');
}

export function decodeBase62(text: string): Uint8Array {
  let number = 0n;
  for (const letter of text) {
    const value = letters62.indexOf(letter);
    if (value === -1) throw invalid('text is not Base62: digits and letters only.');
    number = number * 62n + BigInt(value);
  }
  const zeros = /^0*/.exec(text)?.[0].length ?? 0;
  const hex = number === 0n ? '' : number.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')]);
}

/** RFC 9285: two bytes become three letters. */
export function encodeBase45(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    const [high = 0, low] = [bytes[at], bytes[at + 1]];
    const value = low === undefined ? high : high * 256 + low;
    const twoLetters = letters45.charAt(value % 45) + letters45.charAt(Math.floor(value / 45) % 45);
    parts.push(low === undefined ? twoLetters : twoLetters + letters45.charAt(Math.floor(value / 2025)));
  }
  return parts.join('');
}

export function decodeBase45(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const part = Array.from(text.slice(at, at + 3), (letter) => letters45.indexOf(letter));
    const value = part.reduce((sum, digit, index) => sum + digit * 45 ** index, 0);
    const valueMax = part.length === 3 ? 0xffff : 0xff;
    if (part.includes(-1) || part.length < 2 || value > valueMax)
      throw invalid('text is not Base45 (RFC 9285).');
    if (part.length === 3) bytes.push(value >> 8, value & 255);
    else bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

const letters92 = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  .filter((letter) => letter !== '"' && letter !== '`' && letter !== '~')
  .join('');

/** 13 bits become two letters, a rest of at most 6 bits one; nothing is written as ~. */
export function encodeBase92(bytes: Uint8Array): string {
  if (bytes.length === 0) return '~';
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const parts: string[] = [];
  for (let at = 0; at < bits.length; at += 13) {
    const rest = bits.slice(at, at + 13);
    if (rest.length <= 6) parts.push(letters92.charAt(Number.parseInt(rest.padEnd(6, '0'), 2)));
    else {
      const value = Number.parseInt(rest.padEnd(13, '0'), 2);
      parts.push(letters92.charAt(Math.floor(value / 91)) + letters92.charAt(value % 91));
    }
  }
  return parts.join('');
}

export function decodeBase92(text: string): Uint8Array {
  if (text === '~') return new Uint8Array();
  const values = Array.from(text, (letter) => letters92.indexOf(letter));
  if (values.includes(-1)) throw invalid('text is not Base92: it has other characters.');
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += 2) {
    const [high = 0, low] = values.slice(at, at + 2);
    const value = low === undefined ? high : high * 91 + low;
    if (value >= (low === undefined ? 64 : 8192))
      throw invalid('text is not Base92: it has a group that no bytes make.');
    parts.push(value.toString(2).padStart(low === undefined ? 6 : 13, '0'));
  }
  const bits = parts.join('');
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  );
}

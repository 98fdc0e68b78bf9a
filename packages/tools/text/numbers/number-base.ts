import { invalid } from '../../refuse.ts';

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const prefixes: ReadonlyMap<number, string> = new Map([
  [2, '0b'],
  [8, '0o'],
  [16, '0x'],
]);

/** Digits in blocks, so that a long number takes few multiplications. */
function parseDigits(text: string, base: number): bigint {
  if (text.length <= 10) return BigInt(Number.parseInt(text, base));
  const half = Math.floor(text.length / 2);
  const [high, low] = [text.slice(0, half), text.slice(half)];
  return parseDigits(high, base) * BigInt(base) ** BigInt(low.length) + parseDigits(low, base);
}

/** Parses an integer of any size; accepts spaces and underscores between digits, a sign and the usual prefixes. */
export function parseInteger(text: string, base: number, field = 'text'): bigint {
  const packed = text.trim().toLowerCase().replace(/[\s_]/g, '');
  const isNegative = packed.startsWith('-');
  const unsigned = packed.replace(/^[+-]/, '');
  const prefix = prefixes.get(base);
  const body = prefix !== undefined && unsigned.startsWith(prefix) ? unsigned.slice(2) : unsigned;
  if (body === '') throw invalid(`${field} has no digits.`);
  for (const character of body) {
    const value = digits.indexOf(character);
    if (value === -1 || value >= base) {
      throw invalid(`${field} has ${JSON.stringify(character)}, which is no digit in base ${base}.`);
    }
  }
  const magnitude = parseDigits(body, base);
  return isNegative ? -magnitude : magnitude;
}

/** The Bitcoin alphabet, without the look-alikes 0, O, I and l. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = 58n;
/** Number of digits that a double holds exactly. */
const chunkDigits = 8;

function writeDigits(value: bigint, count: number): string {
  if (count <= chunkDigits) {
    let rest = Number(value);
    let text = '';
    for (let digit = 0; digit < count; digit += 1) {
      text = alphabet.charAt(rest % 58) + text;
      rest = Math.floor(rest / 58);
    }
    return text;
  }
  const low = Math.floor(count / 2);
  const power = base ** BigInt(low);
  return writeDigits(value / power, count - low) + writeDigits(value % power, low);
}

function readDigits(text: string): bigint {
  if (text.length <= chunkDigits) {
    let value = 0;
    for (const character of text) value = value * 58 + alphabet.indexOf(character);
    return BigInt(value);
  }
  const middle = Math.floor(text.length / 2);
  return (
    readDigits(text.slice(0, middle)) * base ** BigInt(text.length - middle) + readDigits(text.slice(middle))
  );
}

/** Each leading zero byte becomes the digit 1; the rest is one large number. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  if (zeros === -1) return '1'.repeat(bytes.length);
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const digitsMax = Math.ceil((bytes.length - zeros) * 1.37) + 1;
  return '1'.repeat(zeros) + writeDigits(value, digitsMax).replace(/^1+/, '');
}

/** All letters must be in the alphabet. */
export function decodeBase58(letters: string): Uint8Array {
  const zeros = letters.length - letters.replace(/^1+/, '').length;
  const hex = zeros === letters.length ? '' : readDigits(letters.slice(zeros)).toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')]);
}

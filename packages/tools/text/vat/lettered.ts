import { digitAt, luhnRest } from './check-digits.ts';

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const companyLetters = 'JABCDEFGHI';

const isPerson = (digits: string, letter: string) => personLetters.charAt(Number(digits) % 23) === letter;

function isCompany(digits: string, check: string): boolean {
  const digit = (10 - luhnRest(`${digits}0`)) % 10;
  return check === String(digit) || check === companyLetters.charAt(digit);
}

/** A number of a resident (digits first), of a foreigner (X, Y, Z), of K, L, M, or of a company, whose check is a digit or a letter. */
export function isSpanish(body: string): boolean {
  const [kind, digits, check] = [body.charAt(0), body.slice(1, -1), body.slice(-1)];
  if (/\d/.test(kind)) return isPerson(body.slice(0, -1), check);
  if ('XYZ'.includes(kind)) return isPerson(`${'XYZ'.indexOf(kind)}${digits}`, check);
  return 'KLM'.includes(kind) ? isPerson(digits, check) : isCompany(digits, check);
}

const frenchSigns = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Two signs are the key of a number of nine digits, which has a check digit of its own. Those of Monaco begin with 000 and have none. */
export function isFrench(body: string): boolean {
  const number = body.slice(2);
  if (!number.startsWith('000') && luhnRest(number) !== 0) return false;
  if (/^\d\d/.test(body)) return Number(`${number}12`) % 97 === Number(body.slice(0, 2));
  const [first, second] = [frenchSigns.indexOf(body.charAt(0)), frenchSigns.indexOf(body.charAt(1))];
  const key = /^\d/.test(body) ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(number) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV';

/** Seven digits, a check letter and perhaps one more letter; older numbers have a sign at the second place. */
export function isIrish(body: string): boolean {
  const isOld = !/^\d{7}/.test(body);
  const digits = isOld ? `0${body.slice(2, 7)}${body.charAt(0)}` : body.slice(0, 7);
  const more = isOld ? 0 : irishLetters.indexOf(body.charAt(8));
  const sum = Array.from(digits).reduce((total, digit, at) => total + (8 - at) * Number(digit), 9 * more);
  return irishLetters.charAt(sum % 23) === body.charAt(7);
}

/** Digits at even places stand for other numbers. */
export function isCypriot(body: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = Array.from(body.slice(0, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? (odd[Number(digit)] ?? 0) : Number(digit)),
    0,
  );
  return (
    String.fromCharCode(65 + (sum % 26)) === body.charAt(8) && digitAt(body, 0) * 10 + digitAt(body, 1) !== 12
  );
}

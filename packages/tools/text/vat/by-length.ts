import { hasBulgarianBirthday, hasCzechBirthday, hasLatvianBirthday } from './birthdays.ts';
import { digitAt, down, weighted } from './check-digits.ts';

/** Countries whose numbers of companies and persons have several lengths and rules. */

const up = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const last = (body: string) => digitAt(body, body.length - 1);

/** The rest of 11; where it is 10, that of a second sum. */
function twiceMod11(body: string, first: readonly number[], second: readonly number[]): boolean {
  const rest = weighted(body, first) % 11;
  return (rest === 10 ? (weighted(body, second) % 11) % 10 : rest) === last(body);
}

export function isBulgarian(body: string): boolean {
  if (body.length === 9) return twiceMod11(body, up(1, 8), up(3, 8));
  const resident = (weighted(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weighted(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = (11 - (weighted(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return [foreigner, other].includes(last(body)) || (resident === last(body) && hasBulgarianBirthday(body));
}

/** Companies have 8 digits, some persons 9 that begin with 6, others 9 without a check digit or 10. */
export function isCzech(body: string): boolean {
  if (body.length === 8) {
    const check = (11 - (weighted(body, down(8, 2)) % 11)) % 11;
    return !body.startsWith('9') && (check === 0 ? 1 : check % 10) === last(body);
  }
  if (body.length === 10) return isCzechPerson(body);
  if (!body.startsWith('6')) return hasCzechBirthday(body);
  const rest = weighted(body.slice(1), down(8, 2)) % 11;
  return (8 - ((10 - rest) % 11) + 10) % 10 === last(body);
}

/** Slovakia gives out the same numbers. */
export function isCzechPerson(body: string): boolean {
  return hasCzechBirthday(body) && (body.length === 9 || (Number(body.slice(0, 9)) % 11) % 10 === last(body));
}

export function isLithuanian(body: string): boolean {
  const count = body.length - 1;
  const weights = (shift: number) => Array.from({ length: count }, (_, at) => 1 + ((at + shift) % 9));
  return digitAt(body, count - 1) === 1 && twiceMod11(body, weights(0), weights(2));
}

export function isLatvian(body: string): boolean {
  if (digitAt(body, 0) > 3) return weighted(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  const check = ((1 + weighted(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10;
  return check === last(body) && (body.startsWith('32') || hasLatvianBirthday(body));
}

export function isRomanian(body: string): boolean {
  const number = body.padStart(10, '0');
  return ((10 * weighted(number, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === last(number);
}

/** Nine digits, twelve with those of a branch, or five signs of a ministry (GD) or a health authority (HA). */
export function isBritish(body: string): boolean {
  if (body.startsWith('GD')) return Number(body.slice(2)) < 500;
  if (body.startsWith('HA')) return Number(body.slice(2)) >= 500;
  const rest = weighted(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (Number(body.slice(0, 3)) >= 100 && (rest === 42 || rest === 55));
}

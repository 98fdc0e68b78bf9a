/** Sums and check digits that the numbers of several countries share. A text of digits is given without prefix. */

export const digitAt = (text: string, at: number): number => Number(text.charAt(at));

/** The sum of the digits, each times its weight. */
export function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * digitAt(text, at), 0);
}

/** The weights from one number down to another. */
export function down(from: number, to: number): readonly number[] {
  return Array.from({ length: from - to + 1 }, (_, at) => from - at);
}

/** Luhn's sum with the check digit at the end; 0 where it is right. */
export function luhnRest(text: string): number {
  return (
    Array.from(text)
      .toReversed()
      .reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return sum + (value > 9 ? value - 9 : value);
      }, 0) % 10
  );
}

/** ISO 7064, MOD 11,10. */
export function isMod1110(text: string): boolean {
  const check = Array.from(text.slice(0, -1)).reduce((product, digit) => {
    const sum = (product + Number(digit)) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return (check + digitAt(text, text.length - 1)) % 10 === 1;
}

/** ISO 7064, MOD 97-10, where letters count from 10 on. */
export function isMod9710(text: string): boolean {
  return Array.from(text).reduce((rest, sign) => Number(`${rest}${parseInt(sign, 36)}`) % 97, 0) === 1;
}

import { digitAt, down, isMod1110, isMod9710, luhnRest, weighted } from './check-digits.ts';
import {
  isBritish,
  isBulgarian,
  isCzech,
  isCzechPerson,
  isLatvian,
  isLithuanian,
  isRomanian,
} from './by-length.ts';
import { isCypriot, isFrench, isIrish, isSpanish } from './lettered.ts';

export interface VatRule {
  /** The number without the letters of its country. */
  readonly form: RegExp;
  /** Whether the check digits of a number of that form are right. */
  readonly isRight: (body: string) => boolean;
}

const rule = (form: RegExp, isRight: (body: string) => boolean): VatRule => ({ form, isRight });
const ofModulus = (modulus: number, weights: readonly number[]) => (body: string) =>
  weighted(body, weights) % modulus === 0;

const greek = rule(
  /^\d{9}$/,
  (body) => (weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(body, 8),
);
const british = rule(/^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, isBritish);
const swiss = rule(
  /^E\d{9}(?:MWST|TVA|IVA|TPV)?$/,
  (body) => (11 - (weighted(body.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digitAt(body, 9),
);

function isBelgian(body: string): boolean {
  return (Number(body.slice(0, -2)) + Number(body.slice(-2))) % 97 === 0;
}

/** The rest of 11 as a check digit; a number whose rest gives none of one digit was never given out. */
function isSlovene(body: string): boolean {
  const check = 11 - (weighted(body, down(8, 2)) % 11);
  return (check === 10 ? 0 : check) === digitAt(body, 7);
}

function isSlovak(body: string): boolean {
  return isCzechPerson(body) || (/^[1-9]\d[2-47-9]/.test(body) && Number(body) % 11 === 0);
}

function isDutch(body: string): boolean {
  const isOfTaxes = weighted(body, down(9, 2)) % 11 === digitAt(body, 8);
  return isOfTaxes || isMod9710(`NL${body}`);
}

/** Countries that publish how their check digits are made, by the letters at the beginning of a number. */
export const vatRules: Readonly<Record<string, VatRule>> = {
  AT: rule(/^U\d{8}$/, (body) => (luhnRest(body.slice(1, 8)) + digitAt(body, 8) + 4) % 10 === 0),
  BE: rule(/^[01]?\d{9}$/, isBelgian),
  BG: rule(/^\d{9,10}$/, isBulgarian),
  CH: swiss,
  CY: rule(/^\d{8}[A-Z]$/, isCypriot),
  CZ: rule(/^\d{8,10}$/, isCzech),
  DE: rule(/^[1-9]\d{8}$/, isMod1110),
  DK: rule(/^[1-9]\d{7}$/, ofModulus(11, [2, 7, 6, 5, 4, 3, 2, 1])),
  EE: rule(/^\d{9}$/, ofModulus(10, [3, 7, 1, 3, 7, 1, 3, 7, 1])),
  EL: greek,
  ES: rule(/^(?:\d{8}[A-Z]|[XYZKLM]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[\dA-J])$/, isSpanish),
  FI: rule(/^\d{8}$/, ofModulus(11, [7, 9, 10, 5, 8, 4, 2, 1])),
  FR: rule(/^[0-9A-HJ-NP-Z]{2}\d{9}$/, isFrench),
  GB: british,
  GR: greek,
  HR: rule(/^\d{11}$/, isMod1110),
  HU: rule(/^\d{8}$/, ofModulus(10, [9, 7, 3, 1, 9, 7, 3, 1])),
  IE: rule(/^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isIrish),
  IT: rule(/^(?!0{7})\d{7}(?!000)(?:0\d\d|100|12[01]|888|999)\d$/, (body) => luhnRest(body) === 0),
  LT: rule(/^(?:\d{9}|\d{12})$/, isLithuanian),
  LU: rule(/^\d{8}$/, (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6))),
  LV: rule(/^\d{11}$/, isLatvian),
  MT: rule(/^[1-9]\d{7}$/, ofModulus(37, [3, 4, 6, 7, 8, 9, 10, 1])),
  NL: rule(/^\d{9}B(?!00)\d{2}$/, isDutch),
  NO: rule(/^\d{9}MVA$/, ofModulus(11, [3, 2, 7, 6, 5, 4, 3, 2, 1])),
  PL: rule(/^\d{10}$/, (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(body, 9)),
  PT: rule(
    /^[1-9]\d{8}$/,
    (body) => ((11 - (weighted(body, down(9, 2)) % 11)) % 11) % 10 === digitAt(body, 8),
  ),
  RO: rule(/^[1-9]\d{1,9}$/, isRomanian),
  SE: rule(/^\d{10}01$/, (body) => luhnRest(body.slice(0, 10)) === 0),
  SI: rule(/^[1-9]\d{7}$/, isSlovene),
  SK: rule(/^\d{10}$/, isSlovak),
  XI: british,
};

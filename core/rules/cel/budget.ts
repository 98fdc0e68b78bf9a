import { type Unknown, unknown } from './value.ts';

/**
 * The work that an evaluation may still do, in steps: one for each part of the expression that is evaluated and for some tens of
 * characters that are looked at. Once it is spent, everything that is left is unknown.
 */
export interface Budget {
  left: number;
}

const stepsMin = 50_000;
/** Some of them take as long as `JSON.parse` takes to read the bytes. */
const bytesPerStep = 16;
/** So many characters are copied, compared or searched in the time of a step. */
const charsPerStep = 64;

export const stepsFor = (bodyBytes: number): number => stepsMin + Math.floor(bodyBytes / bytesPerStep);

/** Takes the steps before the work is done; false where they are not left, and then nothing is any more. */
export function spend(budget: Budget, steps: number): boolean {
  budget.left = steps > budget.left ? -1 : budget.left - steps;
  return budget.left >= 0;
}

export const spendChars = (budget: Budget, chars: number): boolean => spend(budget, chars / charsPerStep);

export const overBudget: Unknown = unknown('it takes more steps than it may on a delivery of this size');

import { isDay, parseInstant } from './instant.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Nobody says where: a day begins 14 hours earlier at the one end of the Earth than in UTC, and 12 later at the other. */
const [earliestMs, latestMs] = [14 * hourMs, 12 * hourMs];

const hasZone = (text: string): boolean => /^[\d.]+$|(?:Z|:[\d.]+[+-]\d{2}:?\d{2})$/i.test(text);

/** From when to when a moment may be that is written without a time zone. */
const spanOf = (text: string, instant: number): readonly [from: number, to: number] =>
  hasZone(text) ? [instant, instant] : [instant - earliestMs, instant + latestMs];

/** Is a date before or after another? null where one is none, and where that depends on a time zone that neither says. */
export function compareDate(op: 'before' | 'after', actual: string, wanted: string): boolean | null {
  const [one, other] = [actual.trim(), wanted.trim()];
  const [left, right] = [parseInstant(one), parseInstant(other)];
  if (left === null || right === null) return null;
  // Two days of the calendar, or two times of a clock that neither names.
  if (isDay(one) === isDay(other) && hasZone(one) === hasZone(other))
    return op === 'before' ? left < right : left > right;
  // "After 1 March" begins when 1 March is over.
  const [borderFrom, borderTo] = spanOf(other, op === 'after' && isDay(other) ? right + dayMs : right);
  const [from, to] = spanOf(one, left);
  const isBefore = (isDay(one) ? to + dayMs : to) < borderFrom;
  const isAfter = from >= borderTo;
  return isBefore === isAfter ? null : op === 'before' ? isBefore : isAfter;
}

import { parseInstant } from './instant.ts';

const dayMs = 86_400_000;
/** A day begins up to so much earlier or later elsewhere on Earth, and no one says where. */
const zoneMs = dayMs / 2;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text.trim());

/** Is a date before or after another? null where one is none, and where a day of the calendar is too near to be sure. */
export function compareDate(op: 'before' | 'after', actual: string, wanted: string): boolean | null {
  const [left, right] = [parseInstant(actual.trim()), parseInstant(wanted.trim())];
  if (left === null || right === null) return null;
  if (!isDay(wanted) || isDay(actual)) return op === 'before' ? left < right : left > right;
  // "After 1 March" begins when 1 March is over, wherever the owner is.
  const border = op === 'before' ? right : right + dayMs;
  if (Math.abs(left - border) < zoneMs) return null;
  return op === 'before' ? left < border : left > border;
}

import { invalid } from '../../refuse.ts';
import { positionOf } from '../lines/position.ts';

/** Only applied to text that has been parsed, so strings end and the pattern does not backtrack. */
const token =
  /"""(?:[^"\\]|\\[^]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|(?<![\w.+-])(\d{4})-(\d{2})-(\d{2})|[=[\]{}\n]/g;
/** A bare key may look like a date. */
const keyFollows = /^[\w-]*[ \t]*[.=]/;

function exists(year: number, month: number, day: number): boolean {
  // Year 0 to 99 would be taken as 1900 to 1999; the calendar repeats every 400 years.
  return day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Throws INVALID_REQUEST for a date such as 2023-02-31, which the parser would shift to the next month. */
export function assertTomlDates(source: string): void {
  let depth = 0;
  let isValue = false;
  for (const { 0: found, 1: year, 2: month, 3: day, index } of source.matchAll(token)) {
    if (found === '=') isValue = true;
    else if (found === '\n') isValue = depth > 0;
    else if (isValue && (found === '[' || found === '{')) depth += 1;
    else if (isValue && (found === ']' || found === '}')) depth -= 1;
    else if (isValue && year !== undefined) {
      const isKey = keyFollows.test(source.slice(index + found.length, index + found.length + 200));
      if (!isKey && !exists(Number(year), Number(month), Number(day)))
        throw invalid(
          `text is not valid TOML: ${found} is no day of the calendar at ${positionOf(source, index)}.`,
        );
    }
  }
}

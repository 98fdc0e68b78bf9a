import { localTime } from '../../cel/times.ts';
import { timeOf } from '../../cel/value.ts';

const monthName = (date: Date, month: 'long' | 'short'): string => shown(date, { month });
const weekday = (date: Date, format: 'long' | 'short'): string => shown(date, { weekday: format });
const shown = (date: Date, format: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString('en-US', { ...format, timeZone: 'UTC' });
const two = (value: number): string => String(value).padStart(2, '0');

/** The parts of a format. What the clock shows is in the UTC fields of a date. */
const parts: Readonly<Record<string, (clock: Date) => string>> = {
  YYYY: (clock) => String(clock.getUTCFullYear()).padStart(4, '0'),
  YY: (clock) => two(clock.getUTCFullYear() % 100),
  MMMM: (clock) => monthName(clock, 'long'),
  MMM: (clock) => monthName(clock, 'short'),
  MM: (clock) => two(clock.getUTCMonth() + 1),
  M: (clock) => String(clock.getUTCMonth() + 1),
  dddd: (clock) => weekday(clock, 'long'),
  ddd: (clock) => weekday(clock, 'short'),
  DD: (clock) => two(clock.getUTCDate()),
  D: (clock) => String(clock.getUTCDate()),
  HH: (clock) => two(clock.getUTCHours()),
  H: (clock) => String(clock.getUTCHours()),
  mm: (clock) => two(clock.getUTCMinutes()),
  ss: (clock) => two(clock.getUTCSeconds()),
};
const timeParts = new Set(['HH', 'H', 'mm', 'ss']);
const piece = /YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|HH|H|mm|ss|[^\p{L}]+/uy;

/** `DD.MM.YYYY` in its parts; also in lower case, where "mm" is a month unless there are hours. Null: not a format. */
export function readDateFormat(text: string): readonly string[] | null {
  const hasHours = /H/.test(text);
  const format = text
    .replace(/y/g, 'Y')
    .replace(/(?<!d)dd?(?!d)/g, (days) => days.toUpperCase())
    .replace(/m+/g, (letters) => (hasHours ? letters : letters.toUpperCase()));
  const found: string[] = [];
  piece.lastIndex = 0;
  for (let match = piece.exec(format); match !== null; match = piece.exec(format)) found.push(match[0]);
  const isWhole = found.join('') === format;
  return isWhole && found.some((part) => Object.hasOwn(parts, part)) ? found : null;
}

/** A date or time in a format; else what is needed for that. */
export function formatDate(
  text: string,
  format: string,
  zone: string | null,
): { readonly text: string } | { readonly needs: string } {
  const clock = readClock(text, zone);
  if (typeof clock === 'string') return { needs: clock };
  const pieces = readDateFormat(format) ?? [];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && pieces.some((each) => timeParts.has(each)))
    return { needs: 'a date with a time' };
  return { text: pieces.map((each) => parts[each]?.(clock) ?? each).join('') };
}

const written =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/i;
/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const unixTime = /^(\d{10})(?:\.\d+)?$|^\d{13}$/;

/** The clock of a zone, or as written, of a Unix time in UTC; a text says what is needed instead. */
function readClock(text: string, zone: string | null): Date | string {
  const unix = unixTime.exec(text);
  if (unix !== null) return clockAt(unix[1] === undefined ? Number(text) : Number(unix[1]) * 1_000, zone);
  const [, day = '', time, utc, hours, minutes] = written.exec(text) ?? [];
  const clock = new Date(`${day}T${time ?? '00:00'}Z`);
  // The platform takes 30 February for 2 March.
  if (day === '' || Number.isNaN(clock.getTime()) || !clock.toISOString().startsWith(day)) return 'a date';
  if (zone === null || time === undefined) return clock;
  if (utc === undefined && hours === undefined) return 'a time that says its own zone';
  return clockAt(Date.parse(`${day}T${time}${utc === undefined ? `${hours}:${minutes}` : 'Z'}`), zone);
}

const clockAt = (instant: number, zone: string | null): Date | string =>
  Number.isNaN(instant) ? 'a date' : localTime(timeOf(BigInt(instant) * 1_000_000n), zone ?? 'UTC');

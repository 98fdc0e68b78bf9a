import { scalarText } from '#domain/json-value.ts';
import { parseInstant } from '../../condition/instant.ts';
import { type Argument, argumentsThat, oneOf, type TemplateFunction } from './template-function.ts';

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

const isFormat = ({ kind, text }: Argument): boolean => kind === 'text' && readDateFormat(text) !== null;

function isZone({ kind, text }: Argument): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: text });
    return kind === 'text';
  } catch {
    return false;
  }
}

export const dateFunctions = {
  /** A date or time (ISO 8601, or Unix seconds or milliseconds) in a format such as `"DD.MM.YYYY"`; then the time zone, without which it is shown as it is written, and a Unix time in UTC. */
  date: {
    takes: oneOf(argumentsThat(isFormat), argumentsThat(isFormat, isZone)),
    apply: (input, [format, zone]) => {
      const text = scalarText(input)?.trim() ?? '';
      const clock = readClock(text, zone?.text ?? null);
      if (typeof clock === 'string') return { needs: clock };
      const pieces = readDateFormat(format?.text ?? '') ?? [];
      if (/^\d{4}-\d{2}-\d{2}$/.test(text) && pieces.some((each) => timeParts.has(each)))
        return { needs: 'a date with a time' };
      return { value: pieces.map((each) => parts[each]?.(clock) ?? each).join('') };
    },
  },
} satisfies Readonly<Record<string, TemplateFunction>>;

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What the clock shows in a zone, or as written; a text says what is needed instead. */
function readClock(text: string, zone: string | null): Date | string {
  const instant = parseInstant(text);
  if (instant === null) return 'a date';
  const [, day, time, offset] = written.exec(text) ?? [];
  if (day === undefined) return clockAt(instant, zone ?? 'UTC');
  const clock = new Date(`${day}T${time ?? '00:00'}Z`);
  if (!clock.toJSON()?.startsWith(day)) return 'a date';
  if (zone === null || time === undefined) return clock;
  return offset === undefined ? 'a time that says its own zone' : clockAt(instant, zone);
}

/** Swedish writes a date as ISO 8601 does. */
function clockAt(instant: number, timeZone: string): Date | string {
  const clock = new Date(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  return Number.isNaN(clock.getTime()) ? 'a date' : clock;
}

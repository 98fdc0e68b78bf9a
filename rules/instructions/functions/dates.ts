import { scalarText } from '../../../domain/json-value.ts';
import { parseInstant } from '../../condition/instant.ts';
import { type Argument, argumentsThat, oneOf, type TemplateFunction } from './template-function.ts';

/** What a clock shows; `hasTime`: it was more than a date. */
interface Clock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly hasTime: boolean;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const two = (value: number): string => String(value).padStart(2, '0');
const weekday = ({ year, month, day }: Clock): string =>
  weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';

/** The parts of a format. */
const parts: Readonly<Record<string, (clock: Clock) => string>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  YY: ({ year }) => two(year % 100),
  MMMM: ({ month }) => months[month - 1] ?? '',
  MMM: ({ month }) => (months[month - 1] ?? '').slice(0, 3),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dddd: weekday,
  ddd: (clock) => weekday(clock).slice(0, 3),
  DD: ({ day }) => two(day),
  D: ({ day }) => String(day),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
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
      const clock = readClock(scalarText(input)?.trim() ?? '', zone?.text ?? null);
      if (typeof clock === 'string') return { needs: clock };
      const pieces = readDateFormat(format?.text ?? '') ?? [];
      if (!clock.hasTime && pieces.some((each) => timeParts.has(each)))
        return { needs: 'a date with a time' };
      return { value: pieces.map((each) => parts[each]?.(clock) ?? each).join('') };
    },
  },
} satisfies Readonly<Record<string, TemplateFunction>>;

const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What the clock shows in a zone, or as written; a text says what is needed instead. */
function readClock(text: string, zone: string | null): Clock | string {
  const instant = parseInstant(text);
  if (instant === null) return 'a date';
  const match = written.exec(text);
  if (match === null) return clockAt(instant, zone ?? 'UTC');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return 'a date';
  const hasTime = match[4] !== undefined;
  if (zone === null || !hasTime) return { year, month, day, hour, minute, second, hasTime };
  return match[7] === undefined ? 'a time that says its own zone' : clockAt(instant, zone);
}

function clockAt(instant: number, timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const shown = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    hasTime: true,
  };
}

import type { Temporal as TemporalTypes } from 'temporal-polyfill';
import { z } from 'zod';
import { invalid } from '../../refuse.ts';
import { loadLibrary } from '../../load-library.ts';

type Zoned = TemporalTypes.ZonedDateTime;

const zonePattern = /^(?:[A-Za-z][A-Za-z0-9_+-]{0,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}|[+-]\d{2}:\d{2})$/;

function isTimeZone(name: string): boolean {
  if (!zonePattern.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

export function timeZoneParam(description: string) {
  return z
    .string()
    .max(100)
    .refine(isTimeZone, 'must be a time zone such as Europe/Istanbul, UTC or +03:00')
    .describe(description);
}

export const momentDescription =
  'A date or a moment, such as 2026-08-24, 20260824, 2026-08-24T14:30, with Z or an offset, or Unix seconds.';

/** The polyfill is large, so it is loaded on first use. */
export async function loadTemporal(): Promise<typeof TemporalTypes> {
  const { Temporal } = await loadLibrary('temporal-polyfill', () => import('temporal-polyfill'));
  return Temporal;
}

/** Unix times below this are seconds (up to the year 5138), above it milliseconds. */
const unixSecondsMax = 1e11;

/** 20260824, as file names have it; other numbers of eight digits are Unix seconds. */
const basicDate = /^((?:19|20|21)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/** A date without a time as 2026-08-24, whether or not the calendar has it; undefined for everything else. */
export function dateOnly(text: string): string | undefined {
  const written = text.trim().replace(basicDate, '$1-$2-$3');
  return /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : undefined;
}

export interface Moment {
  readonly zoned: Zoned;
  /** Whether the wall time is in a gap or an overlap of a clock change. */
  readonly clockChange: 'gap' | 'overlap' | null;
}

/**
 * Parses a date and time. An offset in the text is used; without one the time is local to `timeZone`. A time skipped by
 * a clock change moves forward; of a repeated time the first occurrence is used.
 */
export async function readMoment(text: string, timeZone: string, field = 'text'): Promise<Moment> {
  const temporal = await loadTemporal();
  const written = text.trim();
  const source =
    dateOnly(written) ?? isoOfMailDate(written) ?? written.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
  try {
    if (/^-?\d{1,16}(?:\.\d{1,9})?$/.test(source)) {
      const number = Number(source);
      const millis = Math.abs(number) <= unixSecondsMax ? Math.round(number * 1000) : Math.round(number);
      return {
        zoned: temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(timeZone),
        clockChange: null,
      };
    }
    const withZone = source.includes('[') ? temporal.ZonedDateTime.from(source).toInstant() : undefined;
    const hasOffset = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(source);
    if (withZone !== undefined || hasOffset) {
      const instant = withZone ?? temporal.Instant.from(source);
      return { zoned: instant.toZonedDateTimeISO(timeZone), clockChange: null };
    }
    const plain = temporal.PlainDateTime.from(source);
    const [earlier, later] = [
      plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' }),
      plain.toZonedDateTime(timeZone, { disambiguation: 'later' }),
    ];
    const zoned = plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
    if (earlier.epochNanoseconds === later.epochNanoseconds) return { zoned, clockChange: null };
    return { zoned, clockChange: zoned.toPlainDateTime().equals(plain) ? 'overlap' : 'gap' };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw invalid(
      `${field} is not a moment: write 2026-08-24, 2026-08-24T14:30, one with Z or an offset, or Unix seconds.`,
    );
  }
}

/** A calendar date; the time of day, if there is one, is left out. */
export async function readDate(text: string, field = 'text'): Promise<TemporalTypes.PlainDate> {
  const { zoned } = await readMoment(text, 'UTC', field);
  const written = dateOnly(text) ?? /^\s*(\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
  const temporal = await loadTemporal();
  return written === undefined ? zoned.toPlainDate() : temporal.PlainDate.from(written);
}

/** 2026-08-24T14:30:00+02:00, without the name of the zone. */
export function isoWithOffset(zoned: Zoned): string {
  return zoned.toString({
    timeZoneName: 'never',
    smallestUnit: zoned.millisecond === 0 ? 'second' : 'millisecond',
  });
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const mailDate =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (gmt|utc|ut|z|[+-]\d{4})$/i;

/** The ISO 8601 form of an HTTP or mail date (Mon, 24 Aug 2026 14:00:00 GMT); the weekday is ignored. */
function isoOfMailDate(text: string): string | undefined {
  const [, day = '', month = '', year = '', time = '', zone = ''] = mailDate.exec(text) ?? [];
  const monthNumber = months.indexOf(month.toLowerCase()) + 1;
  if (monthNumber === 0) return undefined;
  const offset = /^[+-]/.test(zone) ? zone : 'Z';
  return `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${offset}`;
}

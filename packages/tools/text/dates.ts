import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { choiceParam, localeParam } from '../params.ts';
import { ToolError } from '../tool-error.ts';
import { defineTool, type Tool } from '../tool.ts';
import { isoWithOffset, momentDescription, readMoment, timeZoneParam } from './dates/moments.ts';

const momentParam = z.string().min(1).max(100).describe(momentDescription);
const zoneParam = timeZoneParam('Time zone, such as Europe/Istanbul.').default('UTC');
const styles = ['full', 'long', 'medium', 'short', 'none'] as const;

type TimestampForm = 'seconds' | 'milliseconds' | 'iso' | 'rfc2822' | 'http' | 'json';

async function convertTimestamp(
  text: string,
  from: 'auto' | 'seconds' | 'milliseconds' | 'iso',
  to: TimestampForm,
  timeZone: string,
): Promise<string> {
  const isNumber = /^\s*-?\d+(?:\.\d+)?\s*$/.test(text);
  const scaled = isNumber && from === 'milliseconds' ? new Date(Number(text)).getTime() : undefined;
  const source =
    scaled !== undefined && !Number.isNaN(scaled)
      ? new Date(scaled).toISOString()
      : isNumber && from === 'seconds'
        ? secondsToIso(Number(text))
        : text;
  const { zoned } = await readMoment(source, timeZone);
  const millis = zoned.epochMilliseconds;
  const date = new Date(millis);
  const forms = {
    seconds: () => String(Math.floor(millis / 1000)),
    milliseconds: () => String(millis),
    iso: () => isoWithOffset(zoned),
    rfc2822: () => date.toUTCString().replace('GMT', '+0000'),
    http: () => date.toUTCString(),
  };
  if (to !== 'json') return forms[to]();
  const all = Object.fromEntries(Object.entries(forms).map(([name, write]) => [name, write()]));
  return jsonText({ ...all, seconds: Math.floor(millis / 1000), milliseconds: millis, timeZone });
}

function secondsToIso(seconds: number): string {
  const date = new Date(Math.round(seconds * 1000));
  return Number.isNaN(date.getTime()) ? 'out of range' : date.toISOString();
}

interface Written {
  readonly text: string;
  readonly format: string;
  readonly locale: string;
  readonly timeZone: string;
}

async function parseDate({ text, format, locale, timeZone }: Written): Promise<string> {
  const { DateTime } = await loadLibrary('luxon', () => import('luxon'));
  const parsed = DateTime.fromFormat(text.trim(), format, { locale, zone: timeZone, setZone: true });
  const iso = parsed.toISO({ suppressMilliseconds: true });
  if (iso !== null) return iso;
  throw new ToolError('INVALID_REQUEST', `text is not a date of the form ${JSON.stringify(format)}.`, {
    hint: 'yyyy is the year, MM or MMMM the month, dd the day, HH or hh and a the hour, mm the minute; text goes in single quotes.',
  });
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'timestamp-convert',
    title: 'Convert timestamp',
    summary: 'Converts a moment between Unix time, ISO 8601, RFC 2822 and HTTP dates.',
    params: z.object({
      text: momentParam,
      from: choiceParam(
        'auto: numbers beyond 100,000,000,000 are milliseconds.',
        ['auto', 'seconds', 'milliseconds', 'iso'],
        'auto',
      ),
      to: choiceParam(
        'The form of the result.',
        ['iso', 'seconds', 'milliseconds', 'rfc2822', 'http', 'json'],
        'iso',
      ),
      timeZone: zoneParam,
    }),
    example: {
      params: { text: '1787580000', timeZone: 'Europe/Berlin' },
      result: '2026-08-24T16:00:00+02:00',
    },
    run: ({ text, from, to, timeZone }) => convertTimestamp(text, from, to, timeZone),
  }),
  defineTool({
    id: 'date-format',
    title: 'Format date',
    summary: 'Writes a moment as a language does, in a time zone.',
    params: z.object({
      text: momentParam,
      locale: localeParam,
      timeZone: zoneParam,
      dateStyle: choiceParam('The form of the date.', styles, 'long'),
      timeStyle: choiceParam('The form of the time.', styles, 'none'),
    }),
    example: { params: { text: '2026-08-24', locale: 'de' }, result: '24. August 2026' },
    run: async ({ text, locale, timeZone, dateStyle, timeStyle }) => {
      const { zoned } = await readMoment(text, timeZone);
      const options: Intl.DateTimeFormatOptions = { timeZone };
      if (dateStyle !== 'none') options.dateStyle = dateStyle;
      if (timeStyle !== 'none') options.timeStyle = timeStyle;
      return new Intl.DateTimeFormat(locale, options).format(zoned.epochMilliseconds);
    },
  }),
  defineTool({
    id: 'time-zone-convert',
    title: 'Convert time zone',
    summary:
      'Shows what the clock says in other time zones, and whether the time falls into a change of the clocks.',
    params: z.object({
      text: momentParam,
      from: timeZoneParam('Zone of the input, where it has no offset.').default('UTC'),
      to: z.array(timeZoneParam('A time zone.')).min(1).max(50).describe('Time zones to show.'),
    }),
    example: {
      params: { text: '2026-08-24T14:30', from: 'Europe/Berlin', to: ['America/New_York', 'Asia/Tokyo'] },
      result:
        '{\n  "utc": "2026-08-24T12:30:00Z",\n  "from": "2026-08-24T14:30:00+02:00",\n  "clockChange": null,\n  "to": [\n    {\n      "timeZone": "America/New_York",\n      "local": "2026-08-24T08:30:00-04:00"\n    },\n    {\n      "timeZone": "Asia/Tokyo",\n      "local": "2026-08-24T21:30:00+09:00"\n    }\n  ]\n}',
    },
    run: async ({ text, from, to }) => {
      const { zoned, clockChange } = await readMoment(text, from);
      return jsonText({
        utc: isoWithOffset(zoned.withTimeZone('UTC')).replace('+00:00', 'Z'),
        from: isoWithOffset(zoned),
        clockChange,
        to: to.map((timeZone) => ({ timeZone, local: isoWithOffset(zoned.withTimeZone(timeZone)) })),
      });
    },
  }),
  defineTool({
    id: 'date-parse',
    title: 'Parse date',
    summary: 'Reads a date that is written in a form of your own, in any language; gives ISO 8601.',
    params: z.object({
      text: z.string().min(1).max(200).describe('The date as it is written.'),
      format: z
        .string()
        .min(1)
        .max(100)
        .describe('Its form: yyyy, MM or MMMM, dd, EEEE, HH or hh and a, mm, ss, ZZ; text in single quotes.'),
      locale: localeParam,
      timeZone: timeZoneParam('Time zone of a date without an offset.').default('UTC'),
    }),
    example: {
      params: {
        text: '24. August 2026, 14:30',
        format: 'd. MMMM yyyy, HH:mm',
        locale: 'de',
        timeZone: 'Europe/Berlin',
      },
      result: '2026-08-24T14:30:00+02:00',
    },
    run: parseDate,
  }),
];

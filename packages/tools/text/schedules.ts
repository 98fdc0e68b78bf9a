import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { cronOfWords } from './dates/cron-words.ts';
import {
  isoWithOffset,
  loadTemporal,
  momentDescription,
  readMoment,
  timeZoneParam,
} from './dates/moments.ts';

/** Dates that a rule which hardly ever matches may be tried on. */
const evaluationsMax = 200_000;

const sizes = (min: number, max: number) => (value: string) =>
  value.split(',').every((part) => /^\+?\d{1,5}$/.test(part) && Number(part) >= min && Number(part) <= max);
const placesUpTo = (max: number) => (value: string) =>
  value
    .split(',')
    .every((part) => /^[+-]?\d{1,3}$/.test(part) && part !== '0' && Math.abs(Number(part)) <= max);
const matching = (pattern: RegExp) => (value: string) => pattern.test(value);

/** The parts of a rule and what each may hold: the library passes over what it does not know. */
const ruleParts: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: matching(/^(?:YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/),
  UNTIL: matching(/^\d{8}(?:T\d{6}Z?)?$/),
  COUNT: sizes(1, 99_999),
  INTERVAL: sizes(1, 9_999),
  BYSECOND: sizes(0, 59),
  BYMINUTE: sizes(0, 59),
  BYHOUR: sizes(0, 23),
  BYDAY: matching(/^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)(?:,[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU))*$/),
  BYMONTHDAY: placesUpTo(31),
  BYYEARDAY: placesUpTo(366),
  BYWEEKNO: placesUpTo(53),
  BYMONTH: sizes(1, 12),
  BYSETPOS: placesUpTo(366),
  WKST: matching(/^(?:MO|TU|WE|TH|FR|SA|SU)$/),
};

/** A rule without its name, which people leave out or write. */
function checkedRule(text: string): string {
  const rule = text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase();
  const seen = new Set<string>();
  for (const part of rule.split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.*)$/.exec(part) ?? [];
    if (ruleParts[name]?.(value) !== true || seen.has(name))
      throw invalid(
        `text is no recurrence rule: ${JSON.stringify(part.slice(0, 50))} is no part of one. Write FREQ=WEEKLY;BYDAY=MO,TH or the like.`,
      );
    seen.add(name);
  }
  if (!seen.has('FREQ')) throw invalid('text is no recurrence rule: it has no FREQ.');
  return rule;
}

/** The first dates of a rule that begins at a moment, as ISO 8601 with offset. */
async function nextDates(text: string, from: string, timeZone: string, count: number): Promise<string[]> {
  const rule = checkedRule(text);
  const temporal = await loadTemporal();
  const { zoned } = await readMoment(from, timeZone, 'from');
  const { RRuleTemporal } = await loadLibrary('rrule-temporal', () => import('rrule-temporal'));
  try {
    const recurrence = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${timeZone}:${zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}\nRRULE:${rule}`,
      temporal: temporal as never,
      strict: true,
      maxIterations: evaluationsMax,
      maxCandidateEvaluations: evaluationsMax,
    });
    const dates: string[] = [];
    recurrence.all((date, index) => {
      if (index < count) dates.push(isoWithOffset(temporal.ZonedDateTime.from(String(date))));
      return index + 1 < count;
    });
    return dates;
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read';
    throw invalid(`text is no recurrence rule with dates: ${message}.`);
  }
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'rrule-next',
    title: 'Next dates of recurrence rule',
    summary:
      'Lists the dates of a recurrence rule of calendars (RFC 5545) that begins at a moment; gives JSON.',
    params: z.object({
      text: z.string().min(1).max(500).describe('The rule, such as FREQ=MONTHLY;BYDAY=-1FR.'),
      from: z.string().min(1).max(100).describe(`The moment at which the rule begins. ${momentDescription}`),
      count: integerParam('How many dates.', 1, 50, 5),
      timeZone: timeZoneParam('Time zone of the calendar.').default('UTC'),
    }),
    example: {
      params: {
        text: 'FREQ=MONTHLY;BYDAY=-1FR',
        from: '2026-11-01T09:00',
        count: 2,
        timeZone: 'Europe/Paris',
      },
      result: '[\n  "2026-11-27T09:00:00+01:00",\n  "2026-12-25T09:00:00+01:00"\n]',
    },
    isHeavy: true,
    run: async ({ text, from, timeZone, count }) => jsonText(await nextDates(text, from, timeZone, count)),
  }),
  defineTool({
    id: 'cron-build',
    title: 'Cron expression from words',
    summary: 'Writes a cron expression for a schedule in plain English; refuses what it does not understand.',
    params: z.object({
      text: z
        .string()
        .min(1)
        .max(200)
        .describe('The schedule, such as "every weekday at 9:30" or "every 15 minutes".'),
    }),
    example: { params: { text: 'every monday and thursday at 6:30 pm' }, result: '30 18 * * 1,4' },
    run: ({ text }) => cronOfWords(text),
  }),
];

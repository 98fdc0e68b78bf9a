import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import {
  dateOnly,
  isoWithOffset,
  momentDescription,
  readDate,
  readMoment,
  timeZoneParam,
} from './dates/moments.ts';

const momentParam = z.string().min(1).max(100).describe(momentDescription);
const zoneParam = timeZoneParam('Time zone of the calendar, such as Europe/Istanbul.').default('UTC');
const amountParam = (unit: string) =>
  z.int().min(-100_000).max(100_000).default(0).describe(`${unit} to add; negative values are subtracted.`);
const daysMax = 1_000_000;

/** Adds whole weeks at once, then single days, so that a century costs as much as a week. */
function workingDays(firstWeekday: number, days: number, weekend: ReadonlySet<number>): number {
  const perWeek = 7 - weekend.size;
  let count = Math.floor(days / 7) * perWeek;
  for (let day = 0; day < days % 7; day += 1) {
    if (!weekend.has(((firstWeekday - 1 + day) % 7) + 1)) count += 1;
  }
  return count;
}

const weekendDays: Readonly<
  Record<'saturday-sunday' | 'friday-saturday' | 'sunday' | 'none', readonly number[]>
> = {
  'saturday-sunday': [6, 7],
  'friday-saturday': [5, 6],
  sunday: [7],
  none: [],
};

export const tools: readonly Tool[] = [
  defineTool({
    id: 'date-add',
    title: 'Add to date',
    summary: 'Adds years, months, days or hours to a moment, by the calendar of a time zone.',
    params: z.object({
      text: momentParam,
      years: amountParam('Years'),
      months: amountParam('Months'),
      weeks: amountParam('Weeks'),
      days: amountParam('Days'),
      hours: amountParam('Hours'),
      minutes: amountParam('Minutes'),
      seconds: amountParam('Seconds'),
      timeZone: zoneParam,
    }),
    example: { params: { text: '2024-01-31', months: 1 }, result: '2024-02-29' },
    run: async ({ text, timeZone, ...amounts }) => {
      const { zoned } = await readMoment(text, timeZone);
      return withinComputedYears('text with these amounts', () => {
        const hasTime = amounts.hours !== 0 || amounts.minutes !== 0 || amounts.seconds !== 0;
        // A day is a calendar day, which has 23 or 25 hours at a clock change.
        const { years, months, weeks, days, hours, minutes, seconds } = amounts;
        const sum = zoned
          .add({ years })
          .add({ months })
          .add({ weeks })
          .add({ days })
          .add({ hours })
          .add({ minutes })
          .add({ seconds });
        return dateOnly(text) !== undefined && !hasTime ? sum.toPlainDate().toString() : isoWithOffset(sum);
      });
    },
  }),
  defineTool({
    id: 'date-diff',
    title: 'Difference of dates',
    summary: 'Says how far apart two moments are, by the calendar and in whole units.',
    params: z.object({ text: momentParam, other: momentParam, timeZone: zoneParam }),
    example: {
      params: { text: '2024-01-31', other: '2026-08-24' },
      result:
        '{\n  "iso": "P2Y6M24D",\n  "years": 2,\n  "months": 6,\n  "days": 24,\n  "hours": 0,\n  "minutes": 0,\n  "seconds": 0,\n  "total": {\n    "weeks": 133,\n    "days": 936,\n    "hours": 22464,\n    "minutes": 1347840,\n    "seconds": 80870400\n  }\n}',
    },
    run: async ({ text, other, timeZone }) => {
      const start = (await readMoment(text, timeZone)).zoned;
      const end = (await readMoment(other, timeZone, 'other')).zoned;
      const { between, days } = withinComputedYears('text or other', () => ({
        between: start.until(end, { largestUnit: 'year', smallestUnit: 'second', roundingMode: 'trunc' }),
        days: start.until(end, { largestUnit: 'day', smallestUnit: 'day', roundingMode: 'trunc' }).days,
      }));
      const seconds = Math.trunc((end.epochMilliseconds - start.epochMilliseconds) / 1000);
      return jsonText({
        iso: between.toString(),
        years: between.years,
        months: between.months,
        days: between.days,
        hours: between.hours,
        minutes: between.minutes,
        seconds: between.seconds,
        total: {
          weeks: Math.trunc(days / 7),
          days,
          hours: Math.trunc(seconds / 3600),
          minutes: Math.trunc(seconds / 60),
          seconds,
        },
      });
    },
  }),
  defineTool({
    id: 'working-days',
    summary: 'Counts the days between two dates that are no weekend; the first counts, the last on demand.',
    params: z.object({
      text: momentParam,
      other: momentParam,
      weekend: choiceParam(
        'The days off.',
        ['saturday-sunday', 'friday-saturday', 'sunday', 'none'],
        'saturday-sunday',
      ),
      includeEnd: flagParam('Count the last day too.', true),
      holidays: z.array(z.string().max(40)).max(1_000).default([]).describe('Further days off, as dates.'),
    }),
    example: { params: { text: '2026-08-24', other: '2026-08-30' }, result: '5' },
    run: async ({ text, other, weekend, includeEnd, holidays }) => {
      const start = await readDate(text);
      const end = await readDate(other, 'other');
      const days = start.until(end, { largestUnit: 'day' }).days + (includeEnd ? 1 : 0);
      if (days < 0) throw invalid('other must not be before text.');
      if (days > daysMax) throw invalid(`text and other may be at most ${daysMax} days apart.`);
      const off = new Set(weekendDays[weekend]);
      const taken = new Set<string>();
      for (const holiday of holidays) {
        const date = await readDate(holiday, 'holidays');
        const offset = start.until(date, { largestUnit: 'day' }).days;
        if (offset >= 0 && offset < days && !off.has(date.dayOfWeek)) taken.add(date.toString());
      }
      return String(workingDays(start.dayOfWeek, days, off) - taken.size);
    },
  }),
  defineTool({
    id: 'date-list',
    title: 'List of dates',
    summary: 'Lists dates from a start, one a line, every so many days, weeks or months.',
    params: z.object({
      text: momentParam,
      every: integerParam('The distance, in units.', 1, 1_000, 1),
      unit: choiceParam('The unit of the distance.', ['days', 'weeks', 'months', 'years'], 'days'),
      count: integerParam('How many dates.', 1, 1_000, 10),
    }),
    example: {
      params: { text: '2026-01-31', unit: 'months', count: 3 },
      result: '2026-01-31\n2026-02-28\n2026-03-31',
    },
    run: async ({ text, every, unit, count }) => {
      const start = await readDate(text);
      const dates = withinComputedYears('text with this count', () =>
        Array.from({ length: count }, (_, at) => start.add({ [unit]: every * at }).toString()),
      );
      return dates.join('\n');
    },
  }),
];

/** Refuses dates beyond the range of the calendar (years -271821 to 275760); the message names `field`. */
function withinComputedYears<Result>(field: string, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`${field} goes beyond the years that can be computed.`);
    throw error;
  }
}

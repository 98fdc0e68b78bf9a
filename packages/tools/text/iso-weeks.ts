import { z } from 'zod';
import { jsonText } from '../output.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { loadTemporal, momentDescription, readDate } from './dates/moments.ts';

const momentParam = z.string().min(1).max(100).describe(momentDescription);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'iso-week',
    title: 'ISO week',
    summary: 'Gives ISO 8601 week, day of the week and of the year, quarter and leap year of a date.',
    params: z.object({ text: momentParam }),
    example: {
      params: { text: '2021-01-03' },
      result:
        '{\n  "week": "2020-W53-7",\n  "weekYear": 2020,\n  "weekNumber": 53,\n  "dayOfWeek": 7,\n  "weekday": "Sunday",\n  "dayOfYear": 3,\n  "quarter": 1,\n  "daysInMonth": 31,\n  "isLeapYear": false\n}',
    },
    run: async ({ text }) => {
      const date = await readDate(text);
      const [year = date.year, week = 0] = [date.yearOfWeek, date.weekOfYear];
      return jsonText({
        week: `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}-${date.dayOfWeek}`,
        weekYear: year,
        weekNumber: week,
        dayOfWeek: date.dayOfWeek,
        weekday: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')[date.dayOfWeek - 1],
        dayOfYear: date.dayOfYear,
        quarter: Math.ceil(date.month / 3),
        daysInMonth: date.daysInMonth,
        isLeapYear: date.inLeapYear,
      });
    },
  }),
  defineTool({
    id: 'date-from-iso-week',
    title: 'Date of ISO week',
    summary: 'Gives the date of a week such as 2020-W53-7; without a day, its Monday.',
    params: z.object({ text: z.string().max(20).describe('A week, such as 2020-W53 or 2020-W53-7.') }),
    example: { params: { text: '2020-W53-7' }, result: '2021-01-03' },
    run: async ({ text }) => {
      const [, year, week, day] = /^\s*(\d{4})-?W(\d{2})(?:-?([1-7]))?\s*$/i.exec(text) ?? [];
      const temporal = await loadTemporal();
      if (year === undefined || week === undefined) throw invalid('text must be a week such as 2020-W53-7.');
      const fourth = temporal.PlainDate.from({ year: Number(year), month: 1, day: 4 });
      const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: Number(week) - 1 });
      if (monday.weekOfYear !== Number(week) || monday.yearOfWeek !== Number(year))
        throw invalid(`text names week ${week}, which ${year} does not have.`);
      return monday.add({ days: Number(day ?? '1') - 1 }).toString();
    },
  }),
];

import { z } from 'zod';
import { choiceParam, localeParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { momentDescription, readMoment } from './dates/moments.ts';

const momentParam = (description: string) =>
  z.string().min(1).max(100).describe(`${description} ${momentDescription}`);
const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

async function relativeTime(
  text: string,
  from: string,
  locale: string,
  style: 'long' | 'short',
): Promise<string> {
  const [moment, base] = [await readMoment(text, 'UTC'), await readMoment(from, 'UTC', 'from')];
  const seconds = (moment.zoned.epochMilliseconds - base.zoned.epochMilliseconds) / 1000;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

async function age(text: string, from: string): Promise<string> {
  const [birth, at] = [await readMoment(text, 'UTC'), await readMoment(from, 'UTC', 'from')];
  const [start, end] = [birth.zoned.toPlainDate(), at.zoned.toPlainDate()];
  const { years, months, days } = start.until(end, { largestUnit: 'year' });
  if (years < 0 || months < 0 || days < 0) throw invalid('text is later than from.');
  return JSON.stringify({ years, months, days, totalDays: start.until(end).days }, null, 2);
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'relative-time',
    summary: 'Says how far a moment is from another, such as 3 days ago, in any language.',
    params: z.object({
      text: momentParam('The moment.'),
      from: momentParam('The time that counts as now.'),
      locale: localeParam,
      style: choiceParam('How long the words are.', ['long', 'short'], 'long'),
    }),
    example: { params: { text: '2026-08-21T09:00:00Z', from: '2026-08-24T10:00:00Z' }, result: '3 days ago' },
    run: ({ text, from, locale, style }) => relativeTime(text, from, locale, style),
  }),
  defineTool({
    id: 'age',
    summary: 'Gives the time between a birthday and a date in years, months and days; gives JSON.',
    params: z.object({ text: momentParam('The birthday.'), from: momentParam('The date to count to.') }),
    example: {
      params: { text: '1990-05-17', from: '2026-08-24' },
      result: '{\n  "years": 36,\n  "months": 3,\n  "days": 7,\n  "totalDays": 13248\n}',
    },
    run: ({ text, from }) => age(text, from),
  }),
];

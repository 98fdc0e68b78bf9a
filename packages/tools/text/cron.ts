import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { isoWithOffset, momentDescription, readMoment, timeZoneParam } from './dates/moments.ts';
import { loadLibrary } from '../load-library.ts';

const expressionParam = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'Five fields (minute, hour, day, month, weekday), or six with seconds first, or a name such as @daily.',
  );

/** BCP 47; the library writes an underscore. */
const languages = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'nl',
  'pt-BR',
  'pt-PT',
  'pl',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'ar',
  'ja',
  'ko',
  'zh-CN',
  'zh-TW',
] as const;

/** As crontab(5) has them, and four more. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
  ['@minutely', '* * * * *'],
  ['@secondly', '* * * * * *'],
  ['@weekdays', '0 0 * * 1-5'],
  ['@weekends', '0 0 * * 0,6'],
]);

/** Refuses what the library would fill in: an empty text, and H, for which it picks a random value. */
function checked(expression: string): string {
  const written = expression.trim().replace(/\s+/g, ' ');
  const trimmed = nicknames.get(written.toLowerCase()) ?? written;
  if (trimmed === '') throw invalid('text has no cron expression.');
  if (trimmed.startsWith('@'))
    throw invalid(
      `text has the name ${trimmed.slice(0, 50)}; known are ${[...nicknames.keys()].join(', ')}.`,
    );
  if (/(?:^|[ ,])h(?![a-z])/i.test(trimmed))
    throw invalid('text has H, whose value differs on every server.');
  const fields = trimmed.split(' ').length;
  if (fields !== 5 && fields !== 6)
    throw invalid(`text has ${fields} fields; a cron expression has 5, or 6 with seconds.`);
  return trimmed;
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^Error: /, '')
    .replace(/^Validation error, /, '')
    .replace(/^cannot resolve alias.*/i, 'a name of a month or weekday is not known')
    .replace(/\.$/, '');
}

/** The next runs in the time zone, as ISO 8601 with offset. */
async function nextRuns(
  expression: string,
  from: string,
  timeZone: string,
  count: number,
): Promise<readonly string[]> {
  const { CronExpressionParser } = await loadLibrary('cron-parser', () => import('cron-parser'));
  const { zoned } = await readMoment(from, timeZone, 'from');
  try {
    const schedule = CronExpressionParser.parse(checked(expression), {
      currentDate: new Date(zoned.epochMilliseconds),
      tz: timeZone,
    });
    const runs: string[] = [];
    for (const run of schedule.take(count)) {
      const moment = await readMoment(run.toDate().toISOString(), timeZone);
      runs.push(isoWithOffset(moment.zoned));
    }
    return runs;
  } catch (error) {
    throw invalid(`text is not a cron expression with a next run: ${sentenceOf(error)}.`);
  }
}

async function explain(
  expression: string,
  language: (typeof languages)[number],
  use24Hours: boolean,
): Promise<string> {
  const source = checked(expression);
  const { CronExpressionParser } = await loadLibrary('cron-parser', () => import('cron-parser'));
  const { default: exported } = await loadLibrary('cronstrue/i18n.js', () => import('cronstrue/i18n.js'));
  // The default export of a CommonJS module: wrapped by Node, unwrapped by bundlers.
  const explainer = 'default' in exported ? exported.default : exported;
  try {
    CronExpressionParser.parse(source, { currentDate: new Date(0), tz: 'UTC' });
    return explainer.toString(source, {
      locale: language.replace('-', '_'),
      use24HourTimeFormat: use24Hours,
      throwExceptionOnParseError: true,
    });
  } catch (error) {
    throw invalid(`text is not a cron expression: ${sentenceOf(error)}.`);
  }
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'cron-explain',
    title: 'Explain cron expression',
    summary: 'Describes in words when a cron expression runs.',
    params: z.object({
      text: expressionParam,
      locale: choiceParam('The language of the sentence.', languages, 'en'),
      use24Hours: flagParam('Write 14:00 instead of 02:00 PM.', true),
    }),
    example: {
      params: { text: '*/5 9-17 * * 1-5' },
      result: 'Every 5 minutes, between 09:00 and 17:59, Monday through Friday',
    },
    run: ({ text, locale, use24Hours }) => explain(text, locale, use24Hours),
  }),
  defineTool({
    id: 'cron-next',
    title: 'Next times of cron expression',
    summary: 'Lists the next runs of a cron expression after a moment.',
    params: z.object({
      text: expressionParam,
      from: z.string().min(1).max(100).describe(`The moment to begin at. ${momentDescription}`),
      count: integerParam('How many times.', 1, 50, 5),
      timeZone: timeZoneParam('Time zone of the schedule.').default('UTC'),
    }),
    example: {
      params: { text: '0 9 * * 1', from: '2026-08-24T12:00:00Z', count: 2 },
      result: '[\n  "2026-08-31T09:00:00+00:00",\n  "2026-09-07T09:00:00+00:00"\n]',
    },
    run: async ({ text, from, count, timeZone }) => jsonText(await nextRuns(text, from, timeZone, count)),
  }),
];

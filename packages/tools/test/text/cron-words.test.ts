import { expect, test } from 'vitest';
import { cronOfWords } from '#tools/text/dates/cron-words.ts';

test.each([
  ['every minute', '* * * * *'],
  ['Every 15 minutes.', '*/15 * * * *'],
  ['every hour', '0 * * * *'],
  ['every 6 hours', '0 */6 * * *'],
  ['every day at 9', '0 9 * * *'],
  ['daily at noon', '0 12 * * *'],
  ['every day at 12:15 am', '15 0 * * *'],
  ['every day at 12 pm', '0 12 * * *'],
  ['every weekday at 9:30', '30 9 * * 1-5'],
  ['on weekends at 23:59', '59 23 * * 0,6'],
  ['every mon, wed and fri at 8am', '0 8 * * 1,3,5'],
  ['on sundays at midnight', '0 0 * * 0'],
  ['on the 1st of every month at 8:00', '0 8 1 * *'],
  ['the 1st and 15th of each month at 6 pm', '0 18 1,15 * *'],
  ['on the 31st of december at 23:00', '0 23 31 12 *'],
  ['on the 2nd of january and july at 7:05', '5 7 2 1,7 *'],
  ['every 15 minutes on weekdays', '*/15 * * * 1-5'],
  ['every 2 hours on monday and friday', '0 */2 * * 1,5'],
  ['every 30 minutes on the 1st of every month', '*/30 * 1 * *'],
  ['hourly', '0 * * * *'],
  ['first monday of every month', '0 0 * * 1#1'],
  ['on the last friday of the month at 17:30', '30 17 * * 5L'],
  ['the 2nd tuesday of each month at 8 pm', '0 20 * * 2#2'],
])('%s is %s', (words, cron) => {
  expect(cronOfWords(words)).toBe(cron);
});

test.each([
  '',
  'tomorrow at 9',
  'every day',
  'every monday at 25:00',
  'every monday at 13 pm',
  'every monday at 9:75',
  'every someday at 9',
  'every 7 minutes',
  'every 60 minutes',
  'every other monday at 9',
  'every monday except holidays at 9',
  'on the last day of every month at 9',
  'on the 32nd of every month at 9',
  'on the 1 of every month at 9',
  'every day at 9 and 17',
])('%s is refused, since a wrong schedule is worse than none', (words) => {
  expect(() => cronOfWords(words)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
});

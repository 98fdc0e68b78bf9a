import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

test.each([
  ['2005-01-01', '2004-W53-6'],
  ['2005-01-02', '2004-W53-7'],
  ['2005-12-31', '2005-W52-6'],
  ['2007-01-01', '2007-W01-1'],
  ['2008-12-29', '2009-W01-1'],
  ['2010-01-03', '2009-W53-7'],
  ['2024-12-30', '2025-W01-1'],
])('iso-week: %s is %s, and back', async (text, week) => {
  expect(await callJson('iso-week', { text })).toMatchObject({ week });
  expect(await call('date-from-iso-week', { text: week })).toBe(text);
});

test.each(['2021-W53', '2021-W00', '2021-W54', '2021', 'W01'])(
  'date-from-iso-week refuses %s',
  async (text) => {
    await expect(call('date-from-iso-week', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

describe('changes of the clock', () => {
  const convert = (text: string, from: string) =>
    callJson<{ utc: string; clockChange: string | null }>('time-zone-convert', { text, from, to: ['UTC'] });

  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', 'gap'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', 'overlap'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z', 'gap'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z', 'gap'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z', 'gap'],
    ['2026-08-24T12:00', 'Asia/Kathmandu', '2026-08-24T06:15:00Z', null],
    ['2026-08-24T12:00+02:00', 'Asia/Tokyo', '2026-08-24T10:00:00Z', null],
    ['1787580000', 'Asia/Tokyo', '2026-08-24T14:00:00Z', null],
  ])('%s in %s is %s (%s)', async (text, from, utc, clockChange) => {
    expect(await convert(text, from)).toMatchObject({ utc, clockChange });
  });

  test('a day is a calendar day, twenty-four hours are not', async () => {
    const params = { text: '2026-03-28T12:00', timeZone: 'Europe/Berlin' };
    expect(await call('date-add', { ...params, days: 1 })).toBe('2026-03-29T12:00:00+02:00');
    expect(await call('date-add', { ...params, hours: 24 })).toBe('2026-03-29T13:00:00+02:00');
  });
});

test.each([
  [{ text: '2024-02-29', years: 1 }, '2025-02-28'],
  [{ text: '2026-01-31', months: 1 }, '2026-02-28'],
  [{ text: '2026-03-31', months: -1 }, '2026-02-28'],
  [{ text: '2026-01-01', days: -1 }, '2025-12-31'],
  [{ text: '2026-01-01', hours: 25 }, '2026-01-02T01:00:00+00:00'],
  [{ text: '2026-01-01', days: 1, hours: -24 }, '2026-01-01T00:00:00+00:00'],
])('date-add %j', async (params, result) => {
  expect(await call('date-add', params)).toBe(result);
});

test('adding the difference of two dates leads from one to the other', async () => {
  const date = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((value) => value.toISOString().slice(0, 10));
  await fc.assert(
    fc.asyncProperty(date, date, async (text, other) => {
      const { total, years, months, days } = await callJson<{
        total: { days: number };
        years: number;
        months: number;
        days: number;
      }>('date-diff', { text, other });
      expect(await call('date-add', { text, days: total.days })).toBe(other);
      if (text <= other) expect(await call('date-add', { text, years, months, days })).toBe(other);
    }),
    { numRuns: 60 },
  );
});

test.each([
  [{ text: '0' }, '1970-01-01T00:00:00+00:00'],
  [{ text: '-1' }, '1969-12-31T23:59:59+00:00'],
  [{ text: '1787580000123' }, '2026-08-24T14:00:00.123+00:00'],
  [{ text: '5000', from: 'milliseconds' }, '1970-01-01T00:00:05+00:00'],
  [{ text: '2026-08-24 14:00', to: 'seconds' }, '1787580000'],
  [{ text: '2026-08-24T14:00:00Z', to: 'http' }, 'Mon, 24 Aug 2026 14:00:00 GMT'],
  [{ text: '2026-08-24T14:00:00Z', to: 'rfc2822' }, 'Mon, 24 Aug 2026 14:00:00 +0000'],
  [{ text: '2026-08-24T14:00:00[Asia/Tokyo]', to: 'milliseconds' }, '1787547600000'],
])('timestamp-convert %j', async (params, result) => {
  expect(await call('timestamp-convert', params)).toBe(result);
});

test.each([
  '2026-02-30',
  '2026-13-01',
  'tomorrow',
  '24/08/2026',
  '',
  '2026-08-24T25:00',
  '99999999999999999999',
])('the moment %j is refused, and the message names text', async (text) => {
  for (const id of ['timestamp-convert', 'date-add', 'iso-week'])
    await expect(call(id, { text })).rejects.toThrow(/text/);
});

test('a time zone that does not exist is refused', async () => {
  await expect(call('timestamp-convert', { text: '0', timeZone: 'Mars/Olympus' })).rejects.toThrow(
    'time zone',
  );
});

test.each([
  [{ text: '2026-08-24', other: '2026-08-30' }, '5'],
  [{ text: '2026-08-24', other: '2026-08-24', includeEnd: false }, '0'],
  [{ text: '2026-08-24', other: '2026-08-28', holidays: ['2026-08-25', '2026-08-25', '2026-08-29'] }, '4'],
  [{ text: '2000-01-01', other: '2999-12-31', weekend: 'none' }, '365243'],
])('working-days %j', async (params, result) => {
  expect(await call('working-days', params)).toBe(result);
});

describe('cron', () => {
  test.each([
    ['0 0 29 2 *', '2026-01-01', 'UTC', ['2028-02-29T00:00:00+00:00', '2032-02-29T00:00:00+00:00']],
    [
      '30 2 * * *',
      '2026-03-28T12:00Z',
      'Europe/Berlin',
      ['2026-03-29T03:30:00+02:00', '2026-03-30T02:30:00+02:00'],
    ],
    ['0 0 L * *', '2026-02-01', 'UTC', ['2026-02-28T00:00:00+00:00', '2026-03-31T00:00:00+00:00']],
    ['0 9 * * MON#1', '2026-08-01', 'UTC', ['2026-08-03T09:00:00+00:00', '2026-09-07T09:00:00+00:00']],
    ['@hourly', '2026-08-24T00:30Z', 'UTC', ['2026-08-24T01:00:00+00:00', '2026-08-24T02:00:00+00:00']],
    [
      '*/20 * * * * *',
      '2026-08-24T00:00:00Z',
      'UTC',
      ['2026-08-24T00:00:20+00:00', '2026-08-24T00:00:40+00:00'],
    ],
  ])('%s after %s in %s', async (text, from, timeZone, runs) => {
    expect(await callJson('cron-next', { text, from, timeZone, count: 2 })).toEqual(runs);
  });

  test.each([
    '0 0 30 2 *',
    '0 0 31 4 *',
    '61 * * * *',
    'bad',
    '* * *',
    '',
    'H * * * *',
    '0 0 * * 9',
    '0 0 1 1 * 2050 1',
  ])('refuses %j', async (text) => {
    await expect(call('cron-next', { text, from: '2026-01-01' })).rejects.toMatchObject({
      code: expect.any(String),
    });
    await expect(call('cron-explain', { text })).rejects.toMatchObject({ code: expect.any(String) });
  });

  test('explains in other languages', async () => {
    expect(await call('cron-explain', { text: '0 9 * * 1', locale: 'de' })).toBe(
      'Um 09:00, nur jeden Montag',
    );
    expect(await call('cron-explain', { text: '@daily' })).toBe('At 00:00');
  });
});

test.each([
  ['Mon, 24 Aug 2026 14:00:00 GMT', '1787580000'],
  ['Mon, 24 Aug 2026 16:00:00 +0200', '1787580000'],
  ['24 aug 2026 14:00 UTC', '1787580000'],
  ['Sun, 6 Nov 1994 08:49:37 GMT', '784111777'],
])('timestamp-convert reads %s', async (text, seconds) => {
  expect(await call('timestamp-convert', { text, to: 'seconds' })).toBe(seconds);
});

test.each(['rfc2822', 'http', 'iso', 'seconds'])(
  'timestamp-convert reads its own output as %s',
  async (to) => {
    const written = await call('timestamp-convert', { text: '1711846799', to });
    expect(await call('timestamp-convert', { text: written, to: 'seconds' })).toBe('1711846799');
  },
);

test.each(['Mon, 31 Feb 2026 14:00:00 GMT', '24 Foo 2026 14:00:00 GMT', 'Mon, 24 Aug 2026'])(
  'timestamp-convert refuses %s',
  async (text) => {
    await expect(call('timestamp-convert', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test.each([
  ['date-diff', { text: '2024-01-31', other: '+275760-09-13' }],
  ['date-diff', { text: '2024-01-31', other: '-271821-04-20' }],
  ['date-list', { text: '+275760-09-13' }],
  ['date-list', { text: '9999-12-31', unit: 'years', every: 1000, count: 1000 }],
  ['date-add', { text: '+275760-09-13', days: 1 }],
])('%s refuses what is beyond the calendar: %j', async (id, params) => {
  await expect(call(id, params)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('beyond the years'),
  });
});

test('names of schedules are those of crontab', async () => {
  expect(await call('cron-explain', { text: '@midnight' })).toBe('At 00:00');
  expect(await call('cron-explain', { text: '@Annually' })).toBe(
    await call('cron-explain', { text: '@yearly' }),
  );
  expect(await call('cron-next', { text: '@weekdays', from: '2026-01-01T00:00:00Z', count: 1 })).toContain(
    '2026-01-02T00:00:00',
  );
  await expect(call('cron-explain', { text: '@reboot' })).rejects.toThrow('known are @yearly');
  await expect(call('cron-explain', { text: '0 0 * foo *' })).rejects.toThrow('month or weekday');
});

describe('rrule-next', () => {
  test.each([
    [
      'every last weekday of a month',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ['2026-11-30', '2026-12-31'],
    ],
    [
      'every other week, twice',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2;BYDAY=SU',
      ['2026-11-22', '2026-12-06'],
    ],
    ['leap days', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['2028-02-29', '2032-02-29']],
  ])('%s', async (_, text, days) => {
    const dates = await callJson<string[]>('rrule-next', { text, from: '2026-11-22T08:00', count: 2 });
    expect(dates.map((date) => date.slice(0, 10))).toEqual(days);
  });

  test('the time of the day stays when clocks change', async () => {
    const given = { text: 'FREQ=DAILY', from: '2026-10-24T09:00', count: 3, timeZone: 'Europe/Berlin' };
    expect(await callJson('rrule-next', given)).toEqual([
      '2026-10-24T09:00:00+02:00',
      '2026-10-25T09:00:00+01:00',
      '2026-10-26T09:00:00+01:00',
    ]);
  });

  test('a rule that no date matches is refused, or gives none, and ends', async () => {
    const given = { text: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', from: '2026-11-22' };
    const outcome = await call('rrule-next', given).catch((error: { code: string }) => error.code);
    expect(['[]', 'INVALID_REQUEST']).toContain(outcome);
  });

  test.each(['', 'every day', 'FREQ=SOMETIMES', 'FREQ=DAILY;BYHOUR=99', 'FREQ=DAILY\nEXDATE:20260101'])(
    '%j is refused',
    async (text) => {
      await expect(call('rrule-next', { text, from: '2026-11-22' })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    },
  );
});

test.each([
  ['08/24/2026', 'MM/dd/yyyy', {}, '2026-08-24T00:00:00Z'],
  ['24 août 2026', 'd MMMM yyyy', { locale: 'fr' }, '2026-08-24T00:00:00Z'],
  [
    'Mon 2:05 PM, Aug 24 26',
    'EEE h:mm a, MMM d yy',
    { timeZone: 'America/New_York' },
    '2026-08-24T14:05:00-04:00',
  ],
  ['2026-236 23:59:58 +0530', 'yyyy-ooo HH:mm:ss ZZZ', {}, '2026-08-24T23:59:58+05:30'],
])('date-parse reads %s as %s', async (text, format, options, result) => {
  expect(await call('date-parse', { text, format, ...options })).toBe(result);
});

test.each([
  ['31.02.2026', 'dd.MM.yyyy'],
  ['24.08.2026 ', 'MM.dd.yyyy'],
  ['', 'yyyy'],
  ['2026', '((((a+)+)+)+'],
])('date-parse refuses %j as %s', async (text, format) => {
  await expect(call('date-parse', { text, format })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

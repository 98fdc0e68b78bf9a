import { expect, onTestFinished, test, vi } from 'vitest';

import { clockText } from '#domain/clock.ts';
import { timeZoneNamed } from '#domain/time-zone.ts';

test.each([
  ['UTC', 'Sunday 2026-11-22 00:08, UTC (GMT+00:00)'],
  ['Europe/Berlin', 'Sunday 2026-11-22 01:08, Europe/Berlin (GMT+01:00)'],
  ['America/New_York', 'Saturday 2026-11-21 19:08, America/New_York (GMT-05:00)'],
  ['Asia/Kolkata', 'Sunday 2026-11-22 05:38, Asia/Kolkata (GMT+05:30)'],
  ['Mars/Olympus', 'Sunday 2026-11-22 00:08, UTC (GMT+00:00)'],
])('the clock of an owner in %s', (timeZone, text) => {
  expect(
    clockText({ now: new Date('2026-11-22T00:08:59.999Z'), timeZone }).replace(
      'Asia/Calcutta',
      'Asia/Kolkata',
    ),
  ).toBe(text);
});

test('the time of a zone is told again by the same format, in summer and in winter', () => {
  const timeZone = 'Europe/Lisbon';
  expect(clockText({ now: new Date('2026-01-05T12:00:00Z'), timeZone })).toContain('12:00');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => made.mockRestore());
  expect(clockText({ now: new Date('2026-07-05T12:00:00Z'), timeZone })).toBe(
    'Sunday 2026-07-05 13:00, Europe/Lisbon (GMT+01:00)',
  );
  expect(made).not.toHaveBeenCalled();
});

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['+01:00', null],
  ['Berlin', null],
  ['', null],
])('the time zone %j is %j', (name, zone) => {
  expect(timeZoneNamed(name)).toBe(zone);
});

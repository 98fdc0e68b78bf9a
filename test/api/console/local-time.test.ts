import { describe, expect, it } from 'vitest';

import { fieldOfMoment, momentOfField } from '#api/console/parts/local-time.ts';

describe('a field for local time', () => {
  it.each([
    ['2026-11-22T08:00', 'UTC', '2026-11-22T08:00:00.000Z'],
    ['2026-11-22T08:00', 'Asia/Kolkata', '2026-11-22T02:30:00.000Z'],
    ['2026-07-01T08:00', 'Europe/Berlin', '2026-07-01T06:00:00.000Z'],
    // Clocks go back at 03:00: the hour before is the earlier one or the later one, an hour after it is no question.
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
  ])('names %s in %s as %s, and back', (local, timeZone, moment) => {
    expect(momentOfField(local, timeZone)).toBe(moment);
    expect(fieldOfMoment(moment, timeZone)).toBe(local);
  });

  it('leaves what it does not write as it is', () => {
    for (const text of ['2026-11-22T08:00:00Z', 'yesterday', '2026-99-99T08:00', ''])
      expect(momentOfField(text, 'UTC')).toBe(text);
    expect(fieldOfMoment('yesterday', 'UTC')).toBe('');
  });
});

import { localTime, wholeSeconds } from '../times.ts';
import { isDuration, isTime, type Time, type Unknown, unknown, type Value, wrongKind } from '../value.ts';
import type { CelFunction } from './cel-function.ts';

const dayMs = 86_400_000;

const ofDate = (name: string, read: (date: Date) => number): CelFunction => ({
  args: [0, 1],
  hasZone: true,
  call: ([time, zone]) =>
    time !== undefined && isTime(time) ? BigInt(read(localTime(time, zoneOf(zone)))) : wrongKind(name, time),
});

/** A function of the time of day, and of durations: as many whole units as there are. */
const ofClock = (name: string, read: (date: Date) => number, unitNanos: bigint): CelFunction => ({
  ...ofDate(name, read),
  call: ([value, zone]) => {
    if (value !== undefined && isDuration(value)) return value.nanos / unitNanos;
    return value !== undefined && isTime(value)
      ? BigInt(read(localTime(value, zoneOf(zone))))
      : wrongKind(name, value);
  },
});

const zoneOf = (value: Value | undefined): string => (typeof value === 'string' ? value : 'UTC');

/** Such as `2026-11-27`; texts of a year with more digits would not be in the order of days. */
export function dayOf(time: Time, zone: string): string | Unknown {
  const [day = ''] = localTime(time, zone).toISOString().split('T');
  return day.length === 10 ? day : unknown('a day is out of range');
}

export const ofTimes: Readonly<Record<string, CelFunction>> = {
  getFullYear: ofDate('getFullYear', (date) => date.getUTCFullYear()),
  getMonth: ofDate('getMonth', (date) => date.getUTCMonth()),
  getDate: ofDate('getDate', (date) => date.getUTCDate()),
  getDayOfMonth: ofDate('getDayOfMonth', (date) => date.getUTCDate() - 1),
  getDayOfWeek: ofDate('getDayOfWeek', (date) => date.getUTCDay()),
  getDayOfYear: ofDate('getDayOfYear', (date) =>
    Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / dayMs),
  ),
  getHours: ofClock('getHours', (date) => date.getUTCHours(), 3_600_000_000_000n),
  getMinutes: ofClock('getMinutes', (date) => date.getUTCMinutes(), 60_000_000_000n),
  getSeconds: ofClock('getSeconds', (date) => date.getUTCSeconds(), 1_000_000_000n),
  getMilliseconds: {
    ...ofDate('getMilliseconds', (date) => date.getUTCMilliseconds()),
    call: ([value, zone]) => {
      // Only the part of a duration beyond its seconds.
      if (value !== undefined && isDuration(value))
        return (value.nanos - wholeSeconds(value) * 1_000_000_000n) / 1_000_000n;
      return value !== undefined && isTime(value)
        ? BigInt(localTime(value, zoneOf(zone)).getUTCMilliseconds())
        : wrongKind('getMilliseconds', value);
    },
  },
};

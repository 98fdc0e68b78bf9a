import type { Clock } from '../contracts/clock.ts';
import { defaultTimeZone, timeZoneNamed } from './time-zone.ts';

/** Such as "Sunday 2026-11-22 01:08, Europe/Berlin (GMT+01:00)". */
export function clockText({ now, timeZone }: Clock): string {
  // A zone that was known when it was stored may not be in the tables of this process.
  const zone = timeZoneNamed(timeZone) ?? defaultTimeZone;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${part('weekday')} ${date} ${part('hour')}:${part('minute')}, ${zone} (${part('timeZoneName')})`;
}

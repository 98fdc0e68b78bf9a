import { defaultTimeZone, timeZoneNamed } from './time-zone.ts';

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function localDay(at: Date, timeZone: string): string {
  // A zone that was known when it was stored may not be in the tables of this process.
  const zone = timeZoneNamed(timeZone) ?? defaultTimeZone;
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

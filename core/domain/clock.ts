import type { Clock } from '#contracts/clock.ts';
import { defaultTimeZone, timeZoneNamed } from './time-zone.ts';

interface ZoneFormat {
  readonly zone: string;
  readonly format: Intl.DateTimeFormat;
}

/** By the names of their zones: to make a format takes far longer than to use it, and every prompt tells the time. */
const formats = new Map<string, ZoneFormat>();
const formatsMax = 100;

function formatFor(timeZone: string): ZoneFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  // A zone that was known when it was stored may not be in the tables of this process.
  const zone = timeZoneNamed(timeZone) ?? defaultTimeZone;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  });
  // Owners choose the zones, so the cache must be bounded.
  if (formats.size >= formatsMax) formats.clear();
  const made = { zone, format };
  formats.set(timeZone, made);
  return made;
}

/** Such as "Sunday 2026-11-22 01:08, Europe/Berlin (GMT+01:00)". */
export function clockText({ now, timeZone }: Clock): string {
  const { zone, format } = formatFor(timeZone);
  const parts = format.formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${part('weekday')} ${date} ${part('hour')}:${part('minute')}, ${zone} (${part('timeZoneName')})`;
}

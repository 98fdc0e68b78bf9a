import { durationWithin, timeWithin } from './arithmetic.ts';
import { type Duration, type Time, type Unknown, unknown } from './value.ts';

const nanosPerSecond = 1_000_000_000n;
const nanosPerMs = 1_000_000n;

const written =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** RFC 3339, as CEL reads it. */
export function readTime(text: string): Time | Unknown {
  const [, date = '', clock = '', fraction = '', sign, hours = '0', minutes = '0'] = written.exec(text) ?? [];
  const ms = Date.parse(`${date}T${clock}Z`);
  // A day that its month does not have would be one of the next.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(`${date}T${clock}`))
    return unknown('a text is no time such as "2026-11-27T09:30:00Z"');
  const offset = (sign === '-' ? -1n : 1n) * (BigInt(hours) * 60n + BigInt(minutes)) * 60n;
  return timeWithin(BigInt(ms) * nanosPerMs + BigInt(fraction.padEnd(9, '0')) - offset * nanosPerSecond);
}

const unitNanos: Readonly<Record<string, bigint>> = {
  h: 3_600n * nanosPerSecond,
  m: 60n * nanosPerSecond,
  s: nanosPerSecond,
  ms: nanosPerMs,
  us: 1_000n,
  µs: 1_000n,
  ns: 1n,
};
const durationPart = /(\d{1,15})(?:\.(\d{1,9}))?(h|ms|us|µs|ns|m|s)/g;
const durationText = /^[+-]?(?:\d{1,15}(?:\.\d{1,9})?(?:h|ms|us|µs|ns|m|s))+$/;
const durationCharsMax = 100;

/** Such as `1h30m` and `-2.5s`. */
export function readDuration(text: string): Duration | Unknown {
  if (text === '0') return durationWithin(0n);
  if (text.length > durationCharsMax || !durationText.test(text))
    return unknown('a text is no duration such as "1h30m"');
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(durationPart))
    nanos += ((unitNanos[unit] ?? 0n) * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length);
  return durationWithin(text.startsWith('-') ? -nanos : nanos);
}

/** RFC 3339 in UTC, with the fraction that there is. */
export function writeTime({ nanos }: Time): string {
  const whole = new Date(Number(floor(nanos, nanosPerSecond)) * 1_000).toISOString().slice(0, 19);
  return `${whole}${writeFraction(nanos - floor(nanos, nanosPerSecond) * nanosPerSecond)}Z`;
}

export function writeDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / nanosPerSecond}${writeFraction(size % nanosPerSecond)}s`;
}

const writeFraction = (nanos: bigint): string =>
  nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;

const floor = (value: bigint, by: bigint): bigint => value / by - (value % by < 0n ? 1n : 0n);

export const wholeSeconds = ({ nanos }: Time | Duration): bigint => floor(nanos, nanosPerSecond);

/** One for each zone that there is, at most. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether a text names an IANA zone or an offset such as `+02:00`. */
export const isZone = (zone: string): boolean => clockOf(zone) !== null;

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: /^\d/.test(zone) ? `+${zone}` : zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
    return clock;
  } catch {
    return null;
  }
}

/** The calendar and clock of a zone, to be read as UTC. The zone must be one. */
export function localTime({ nanos }: Time, zone = 'UTC'): Date {
  const utc = new Date(Number(floor(nanos, nanosPerMs)));
  const clock = zone === 'UTC' ? null : clockOf(zone);
  if (clock === null) return utc;
  const parts = new Map(clock.formatToParts(utc).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const local = new Date(0);
  local.setUTCFullYear(
    parts.get('era') === 'BC' ? 1 - part('year') : part('year'),
    part('month') - 1,
    part('day'),
  );
  local.setUTCHours(part('hour'), part('minute'), part('second'), utc.getUTCMilliseconds());
  return local;
}

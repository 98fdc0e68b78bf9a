import { z } from 'zod';
import { choiceParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';

const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB'] as const;
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB'] as const;

function formatBytes(bytes: number, system: 'decimal' | 'binary', digits: number): string {
  const step = system === 'decimal' ? 1000 : 1024;
  const units = system === 'decimal' ? decimalUnits : binaryUnits;
  let value = bytes;
  let at = 0;
  // Rounds before it chooses the unit: 999,950 bytes are 1 MB with one digit, not 1000 kB.
  while (at < units.length - 1 && Number(Math.abs(value).toFixed(at === 0 ? 0 : digits)) >= step) {
    value /= step;
    at += 1;
  }
  return `${Number(value.toFixed(at === 0 ? 0 : digits))} ${units[at]}`;
}

const durationUnits: readonly (readonly [name: string, short: string, seconds: number])[] = [
  ['day', 'd', 86_400],
  ['hour', 'h', 3600],
  ['minute', 'min', 60],
  ['second', 's', 1],
];

function formatDuration(seconds: number, style: 'long' | 'short' | 'clock' | 'iso'): string {
  const sign = seconds < 0 ? '-' : '';
  const thousandths = Math.round(Math.abs(seconds) * 1000);
  const fraction = thousandths % 1000;
  let rest = Math.floor(thousandths / 1000);
  const counts = durationUnits.map(([name, short, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return { name, short, count: size === 1 ? count + fraction / 1000 : count };
  });
  const used = counts.filter(({ count }) => count > 0);
  if (style === 'clock') {
    const [days = 0, hours = 0, minutes = 0, left = 0] = counts.map(({ count }) => count);
    const two = (count: number) => String(count).padStart(2, '0');
    const tail = fraction === 0 ? two(left) : left.toFixed(3).padStart(6, '0');
    return `${sign}${two(days * 24 + hours)}:${two(minutes)}:${tail}`;
  }
  if (style === 'iso') {
    const part = (wanted: string) => counts.find(({ name }) => name === wanted)?.count ?? 0;
    const date = part('day') > 0 ? `${part('day')}D` : '';
    const time = ['hour', 'minute', 'second']
      .map((name) => (part(name) > 0 ? `${part(name)}${name.charAt(0).toUpperCase()}` : ''))
      .join('');
    return date + time === '' ? 'PT0S' : `${sign}P${date}${time === '' ? '' : `T${time}`}`;
  }
  if (used.length === 0) return style === 'long' ? '0 seconds' : '0 s';
  return (
    sign +
    used
      .map(({ name, short, count }) =>
        style === 'long' ? `${count} ${name}${count === 1 ? '' : 's'}` : `${count} ${short}`,
      )
      .join(style === 'long' ? ', ' : ' ')
  );
}

const secondsByUnit: ReadonlyMap<string, number> = new Map([
  ...['w', 'week', 'weeks'].map((name) => [name, 604_800] as const),
  ...['d', 'day', 'days'].map((name) => [name, 86_400] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((name) => [name, 3600] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((name) => [name, 60] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((name) => [name, 1] as const),
  ...['ms', 'millisecond', 'milliseconds'].map((name) => [name, 0.001] as const),
]);

/** ISO 8601 writes months and minutes with the same letter; what is before T and is no week or day has no fixed length. */
function assertFixedLength(iso: string): void {
  const unit = /[my]/.exec(iso.split('t', 1)[0] ?? '')?.[0];
  if (unit === 'm') throw invalid('text has months, which have no fixed length; PT1M is a minute.');
  if (unit === 'y') throw invalid('text has years, which have no fixed length.');
}

/** "1h 30m", "2 days, 4 hours", "01:30:00" or ISO 8601 without months and years. */
function parseDuration(text: string): number {
  const source = text.trim().toLowerCase();
  const sign = source.startsWith('-') ? -1 : 1;
  const unsigned = source.replace(/^[+-]\s*/, '');
  const clock = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/.exec(unsigned);
  if (clock !== null) return sign * (Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0));
  const isIso = /^p(?=[\dt])/.test(unsigned);
  if (isIso) assertFixedLength(unsigned);
  const body = isIso ? unsigned.slice(1).replace('t', ' ') : unsigned;
  const word = /\s*(?:,|and\b)?\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{1,12})/y;
  let seconds = 0;
  let end = 0;
  for (let match = word.exec(body); match !== null; match = word.exec(body)) {
    const size = secondsByUnit.get(match[2] ?? '');
    if (size === undefined)
      throw invalid(`text has the unit ${JSON.stringify(match[2])}, which is not known.`);
    seconds += Number(match[1]) * size;
    end = word.lastIndex;
  }
  if (end === 0 || body.slice(end).trim() !== '')
    throw invalid('text is not a duration such as 1h 30m, 2 days, 01:30:00 or PT1H30M.');
  return (sign * Math.round(seconds * 1000)) / 1000;
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'format-bytes',
    summary: 'Writes a number of bytes as people read it.',
    params: z.object({
      bytes: z.number().min(-1e24).max(1e24).describe('The number of bytes.'),
      system: choiceParam('decimal: kB is 1,000; binary: KiB is 1,024.', ['decimal', 'binary'], 'decimal'),
      digits: integerParam('Most digits after the point.', 0, 6, 2),
    }),
    example: { params: { bytes: 1536, system: 'binary' }, result: '1.5 KiB' },
    run: ({ bytes, system, digits }) => formatBytes(bytes, system, digits),
  }),
  defineQuickTool({
    id: 'format-duration',
    summary: 'Writes a number of seconds as days, hours, minutes and seconds.',
    params: z.object({
      seconds: z.number().min(-1e12).max(1e12).describe('The seconds; thousandths are kept.'),
      style: choiceParam('The form.', ['long', 'short', 'clock', 'iso'], 'long'),
    }),
    example: { params: { seconds: 93_784 }, result: '1 day, 2 hours, 3 minutes, 4 seconds' },
    run: ({ seconds, style }) => formatDuration(seconds, style),
  }),
  defineQuickTool({
    id: 'parse-duration',
    summary: 'Reads a duration such as 1h 30m, 01:30:00 or PT1H30M as seconds.',
    params: z.object({ text: z.string().min(1).max(200).describe('The duration.') }),
    example: { params: { text: '1h 30m' }, result: '5400' },
    run: ({ text }) => String(parseDuration(text)),
  }),
];

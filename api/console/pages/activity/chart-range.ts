import type { StatsPoint, StatsStep } from '#contracts/stats.ts';
import { exactTime } from '../../parts/time.ts';
import { type ActivityQuery, isPeriod, searchOf } from './activity-query.ts';

export interface ChartRange {
  readonly step: StatsStep;
  /** How many hours or days, the current one included. */
  readonly last: number;
  /** The points of these moments are shown. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly title: string;
  /** The query that narrows a list to the time of the chart. */
  readonly within: ActivityQuery;
}

const hourMs = 60 * 60 * 1_000;
const stepMs = { hour: hourMs, day: 24 * hourMs } as const;
/** As far back as it is counted. */
const most = { hour: 48, day: 400 } as const;
const daysWithoutStart = 30;

const ofPeriods = {
  hour: { step: 'hour', last: 24, title: 'The last 24 hours', period: 'day' },
  day: { step: 'hour', last: 24, title: 'The last 24 hours', period: 'day' },
  week: { step: 'day', last: 7, title: 'The last 7 days', period: 'week' },
  month: { step: 'day', last: 30, title: 'The last 30 days', period: 'month' },
} as const;

interface Setting {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The time of the chart: that of the list, or the last 24 hours; null where nothing is counted any more. */
export function chartRange(query: ActivityQuery, setting: Setting): ChartRange | null {
  const { period, from, to } = query;
  if (from !== undefined || to !== undefined) return rangeBetween(query, setting);
  const named = period !== undefined && isPeriod(period) ? period : 'day';
  const { period: within, ...range } = ofPeriods[named];
  return { ...range, fromMs: 0, toMs: Infinity, within: { period: within } };
}

function rangeBetween({ from, to }: ActivityQuery, setting: Setting): ChartRange | null {
  const { nowMs, timeZone } = setting;
  const said: ActivityQuery = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const moments = searchOf(said, setting);
  const toMs = moments.to === undefined ? nowMs : Date.parse(moments.to);
  const fromMs = moments.from === undefined ? toMs - daysWithoutStart * stepMs.day : Date.parse(moments.from);
  const step = nowMs - fromMs < (most.hour - 1) * hourMs ? 'hour' : 'day';
  const last = Math.ceil((nowMs - fromMs) / stepMs[step]) + 1;
  if (!(fromMs < toMs) || last < 1 || last > most[step]) return null;
  const told = (ms: number) => exactTime(new Date(ms).toISOString(), timeZone).slice(0, 16);
  return {
    step,
    last,
    fromMs: fromMs - stepMs[step],
    toMs,
    title: `${told(fromMs)} to ${told(toMs)}`,
    within: said,
  };
}

export const pointsWithin = <Point extends Pick<StatsPoint, 'at'>>(
  points: readonly Point[],
  { fromMs, toMs }: ChartRange,
): readonly Point[] => points.filter(({ at }) => Date.parse(at) > fromMs && Date.parse(at) <= toMs);

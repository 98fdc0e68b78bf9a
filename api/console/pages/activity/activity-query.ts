import { momentOfField } from '../../parts/local-time.ts';

const hourMs = 60 * 60 * 1_000;

/** How far back a list goes, as its menu says. */
export const periods = {
  hour: { title: 'Last hour', ms: hourMs },
  day: { title: 'Last 24 hours', ms: 24 * hourMs },
  week: { title: 'Last 7 days', ms: 7 * 24 * hourMs },
  month: { title: 'Last 30 days', ms: 30 * 24 * hourMs },
} as const;
export type Period = keyof typeof periods;

/** The entry of the menu for a time between two moments. */
export const between = 'between';

const names = ['q', 'outcome', 'automationId', 'period', 'from', 'to', 'replayed', 'cursor'] as const;

/** The query in the address of the page; a field that was left blank is absent. A period, or moments, but not both. */
export type ActivityQuery = Readonly<Partial<Record<(typeof names)[number], string>>>;

export function activityQuery(query: Readonly<Record<string, string | undefined>>): ActivityQuery {
  const said: ActivityQuery = Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const { period, from, to, ...others } = said;
  // The form sends its fields for moments too where its menu says something else.
  if (period !== undefined && isPeriod(period)) return { ...others, period };
  if (query['period'] === '') return others;
  return { ...others, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Outcomes that a replay may mend. */
const repairable: readonly (string | undefined)[] = ['failed', 'unknown_effect', 'needs_model'];

export const isRepairable = ({ outcome }: ActivityQuery): boolean => repairable.includes(outcome);

/** The value of `replayed` that shows those too that succeeded when they were replayed. */
export const replayedShown = 'shown';

export const hidesReplayed = (query: ActivityQuery): boolean =>
  isRepairable(query) && query.replayed !== replayedShown;

/** As the operation takes it. */
export function searchOf(query: ActivityQuery, { nowMs, timeZone }: { nowMs: number; timeZone: string }) {
  const { period, from, to, replayed: _, ...said } = query;
  const filters = { ...said, ...(hidesReplayed(query) && { succeededLater: 'exclude' }) };
  if (period !== undefined && isPeriod(period))
    return { ...filters, from: new Date(nowMs - periods[period].ms).toISOString() };
  return {
    ...filters,
    ...(from !== undefined && { from: momentOfField(from, timeZone) }),
    ...(to !== undefined && { to: momentOfField(to, timeZone) }),
  };
}

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text);

/** Whether everything is shown, from the newest on. */
export const isUnfiltered = (query: ActivityQuery): boolean => Object.keys(query).length === 0;

/** The address of the page with other fields. */
export function activityPath(query: ActivityQuery, path = '/console/activity'): string {
  const said = Object.entries(query).filter(([, value]) => value !== '');
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}

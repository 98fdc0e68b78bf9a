const hourMs = 60 * 60 * 1_000;

/** How far back a list goes, as its menu says. */
export const periods = {
  hour: { title: 'Last hour', ms: hourMs },
  day: { title: 'Last 24 hours', ms: 24 * hourMs },
  week: { title: 'Last 7 days', ms: 7 * 24 * hourMs },
  month: { title: 'Last 30 days', ms: 30 * 24 * hourMs },
} as const;
type Period = keyof typeof periods;

const names = ['q', 'outcome', 'automationId', 'period', 'from', 'to', 'cursor'] as const;

/** What the address of the page asks for; a field that was left blank is absent. */
export type ActivityQuery = Readonly<Partial<Record<(typeof names)[number], string>>>;

export const activityQuery = (query: Readonly<Record<string, string | undefined>>): ActivityQuery =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** As the operation takes it. */
export function searchOf({ period, ...query }: ActivityQuery, nowMs: number): ActivityQuery {
  if (period === undefined || !isPeriod(period)) return query;
  return { ...query, from: new Date(nowMs - periods[period].ms).toISOString() };
}

const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text);

/** Whether everything is shown, from the newest on. */
export const isUnfiltered = (query: ActivityQuery): boolean => Object.keys(query).length === 0;

/** The address of the page with other fields. */
export function activityPath(query: ActivityQuery, path = '/console/activity'): string {
  const said = Object.entries(query).filter(([, value]) => value !== '');
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}

import { Outcome } from '#contracts/run.ts';
import type { Stats, StatsPoint } from '#contracts/stats.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { automationChoices, type AutomationChoices } from '../../parts/automation-choices.ts';
import { ifFound } from '../../parts/if-found.ts';
import { type ActivityQuery, searchOf } from './activity-query.ts';
import { type ChartRange, chartRange, pointsWithin } from './chart-range.ts';
import type { ShownRow } from './delivery-row.ts';

export interface Activity {
  readonly rows: readonly ShownRow[];
  readonly nextCursor: string | null;
  /** The time at which the search ended before it had enough; null if it did not. */
  readonly searchedTo: string | null;
  readonly automations: AutomationChoices;
  /** The chart of the list's time; null for a deleted automation, and if the counts are gone. */
  readonly chart: Chart | null;
  readonly deliveriesKeptDays: number;
}

export interface Chart {
  readonly range: ChartRange;
  readonly points: readonly StatsPoint[];
  readonly total: Stats['total'];
}

/** The data of the page. Throws INVALID_REQUEST for a query that the list does not take. */
export async function readActivity(
  manage: OperationCalls,
  query: ActivityQuery,
  timeZone: string,
): Promise<Activity> {
  const setting = { nowMs: Date.now(), timeZone };
  const [page, automations, chart, { deliveriesKeptDays }] = await Promise.all([
    manage.listDeliveries({ query: searchOf(query, setting) }),
    automationChoices(manage, [query.automationId]),
    readChart(manage, query, chartRange(query, setting)),
    manage.readWorkspace(),
  ]);
  const { items: rows, nextCursor, searchedTo } = page;
  return { rows, nextCursor, searchedTo, automations, chart, deliveriesKeptDays };
}

/** Null where nothing is counted, or the automation is gone. */
export async function readChart(
  manage: OperationCalls,
  { automationId }: ActivityQuery,
  range: ChartRange | null,
): Promise<Chart | null> {
  if (range === null) return null;
  const query = { step: range.step, last: String(range.last) };
  const stats =
    automationId === undefined
      ? await manage.readStats({ query })
      : await ifFound(manage.readAutomationStats({ params: { id: automationId }, query }));
  if (stats === null) return null;
  const points = pointsWithin(stats.points as readonly StatsPoint[], range);
  return { range, points, total: totalOf(points) };
}

function totalOf(points: readonly StatsPoint[]): Stats['total'] {
  const sum = (read: (point: StatsPoint) => number) => points.reduce((all, point) => all + read(point), 0);
  const codes = new Set(points.flatMap(({ refused }) => Object.keys(refused)));
  return {
    outcomes: Object.fromEntries(
      Outcome.options.map((outcome) => [outcome, sum(({ outcomes }) => outcomes[outcome])]),
    ) as Stats['total']['outcomes'],
    duplicates: sum(({ duplicates }) => duplicates),
    refused: Object.fromEntries([...codes].map((code) => [code, sum(({ refused }) => refused[code] ?? 0)])),
  };
}

import type { Stats } from '../../../../contracts/stats.ts';
import type { OperationCalls } from '../../../routing/call-operation.ts';
import { ifFound } from '../../parts/if-found.ts';
import { type ActivityQuery, searchOf } from './activity-query.ts';
import type { ShownRow } from './delivery-row.ts';

export interface Activity {
  readonly rows: readonly ShownRow[];
  readonly nextCursor: string | null;
  /** Where the search ended before it had enough; null where it did not. */
  readonly searchedTo: string | null;
  readonly automations: readonly { readonly id: string; readonly name: string }[];
  /** Of the last 24 hours; null for an automation that is deleted. */
  readonly stats: Stats | null;
}

const automationsMax = '200';

/** What the page shows. Throws INVALID_REQUEST for a query that the list does not take. */
export async function readActivity(manage: OperationCalls, query: ActivityQuery): Promise<Activity> {
  const { automationId } = query;
  const [page, automations, stats] = await Promise.all([
    manage.listDeliveries({ query: searchOf(query, Date.now()) }),
    manage.listAutomations({ query: { limit: automationsMax } }),
    automationId === undefined
      ? manage.readStats()
      : ifFound(manage.readAutomationStats({ params: { id: automationId } })),
  ]);
  const { items: rows, nextCursor, searchedTo } = page;
  return { rows, nextCursor, searchedTo, automations: automations.items, stats: stats as Stats | null };
}

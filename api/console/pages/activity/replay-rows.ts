import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import type { ShownRow } from './delivery-row.ts';

/** As `listDeliveries` takes it: what a list shows, or the ids that were chosen in one. */
export type ReplayQuery = Readonly<
  Partial<Record<'deliveryIds' | 'causeId' | 'outcome' | 'automationId' | 'q' | 'from' | 'to', string>>
>;

export interface ReplayRows {
  /** Newest first. */
  readonly rows: readonly ShownRow[];
  /** Older ones match too. */
  readonly hasMore: boolean;
}

const pageRows = 200;
const pagesMax = 50;

/** The newest deliveries that a query finds: at most 10,000, as a call of the replay looks at. */
export async function readRows(
  manage: Pick<OperationCalls, 'listDeliveries'>,
  query: ReplayQuery,
): Promise<ReplayRows> {
  const rows: ShownRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await manage.listDeliveries({ query: { ...query, limit: String(pageRows), cursor } });
    rows.push(...found.items);
    cursor = found.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { rows, hasMore: cursor !== undefined };
}

/** Those that a replay starts: nothing processes them again yet, and a run was started for them. */
export const openRows = (rows: readonly ShownRow[]): readonly ShownRow[] =>
  rows.filter((row) => row.ranAs === null && !isSkippedAtDoor(row));

/** A replay that is among the rows itself stands for the delivery that it processes again. */
export function newestRows(rows: readonly ShownRow[]): readonly ShownRow[] {
  const ids = new Set(rows.map(({ deliveryId }) => deliveryId));
  return rows.filter(({ ranAs }) => ranAs === null || !ids.has(ranAs));
}

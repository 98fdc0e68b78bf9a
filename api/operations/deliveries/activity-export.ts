import type { ActivityRow } from '#contracts/delivery.ts';
import { type Columns, csvOf } from '../csv-of.ts';

const columns: Columns<ActivityRow> = {
  receivedAt: ({ receivedAt }) => receivedAt,
  deliveryId: ({ deliveryId }) => deliveryId,
  automationId: ({ automationId }) => automationId,
  automationName: ({ automationName }) => automationName,
  eventId: ({ eventId }) => eventId,
  reference: ({ reference }) => reference,
  referenceUrl: ({ referenceUrl }) => referenceUrl,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
  durationMs: ({ durationMs }) => durationMs,
  duplicates: ({ duplicates }) => duplicates,
  lastDuplicateAt: ({ lastDuplicateAt }) => lastDuplicateAt,
  automationRuns: ({ cost }) => cost.automationRuns,
  inputTokens: ({ cost }) => cost.inputTokens,
  outputTokens: ({ cost }) => cost.outputTokens,
  moneyState: ({ cost }) => cost.money.state,
  amountMicros: ({ cost }) => cost.money.amountMicros,
  currency: ({ cost }) => cost.money.currency,
};

type Pages = AsyncIterable<readonly ActivityRow[]>;

export const csvOfActivity = (pages: Pages): AsyncGenerator<string> => csvOf(columns, pages);

/** The rows as JSON, one a line. */
export async function* jsonLinesOfActivity(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

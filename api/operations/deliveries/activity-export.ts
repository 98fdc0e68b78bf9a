import type { ActivityRow } from '#contracts/delivery.ts';
import { type Columns, csvOf } from '../csv-of.ts';

const columns: Columns<ActivityRow & { readonly result: string | null }> = {
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
  result: ({ result }) => result,
};

type Pages = AsyncIterable<readonly ActivityRow[]>;

type ResultsOf = (deliveryIds: readonly string[]) => Promise<readonly (string | null)[]>;

/** The rows as CSV, header first. `resultsOf`: the results of deliveries as JSON, in the order of their ids. */
export const csvOfActivity = (pages: Pages, resultsOf: ResultsOf): AsyncGenerator<string> =>
  csvOf(columns, withResults(pages, resultsOf));

async function* withResults(pages: Pages, resultsOf: ResultsOf) {
  for await (const rows of pages) {
    const results = await resultsOf(rows.map(({ deliveryId }) => deliveryId));
    yield rows.map((row, index) => ({ ...row, result: results[index] ?? null }));
  }
}

/** The rows as JSON, one a line. */
export async function* jsonLinesOfActivity(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

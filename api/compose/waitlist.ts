import { createSheetIndex } from '#store/sheet-index.ts';
import { createWaitlistRows, type WaitlistRows } from '#store/waitlist.ts';
import { createAllowedDomains } from '#waitlist/allowed-domains.ts';
import { csvOf } from '#waitlist/csv.ts';
import { createAccessTokens } from '#waitlist/google/access-token.ts';
import { createGoogleBackend } from '#waitlist/google/google-backend.ts';
import { createOneWriter } from '#waitlist/google/one-writer.ts';
import { createSheetsApi } from '#waitlist/google/sheets-api.ts';
import { createWaitlist } from '#waitlist/waitlist.ts';
import type { ApiParts } from '../parts.ts';
import type { WaitlistBackend } from '#waitlist/backend.ts';
import { rowRange } from '#waitlist/row-range.ts';

const now = () => new Date();

/** The waitlist, in Redis or in a Google Sheet, and the CSV export of the Redis one. */
export function buildWaitlist(parts: ApiParts) {
  const { config, redis, logger } = parts;
  const rows = createWaitlistRows({ redis });
  return {
    waitlist: createWaitlist({
      backend: buildGoogleBackend(parts) ?? createEmbeddedBackend({ rows }),
      sheets: config.WAITLIST_SHEETS,
      isAllowedDomain: createAllowedDomains(config.WAITLIST_BLOCKED_DOMAINS),
      onUnavailable: (reason) => logger.error({ reason }, 'waitlist unavailable'),
      now,
    }),
    waitlistSheets: config.WAITLIST_SHEETS,
    waitlistCsv: (sheet: string) => csvOf(rows.pages(sheet)),
  };
}

/** Null when no Google account is configured. */
function buildGoogleBackend({ config, redis, googleAccount }: ApiParts) {
  const { GOOGLE_SHEETS_ID: spreadsheetId, GOOGLE_API_BASE_URL: baseUrl } = config;
  if (spreadsheetId === undefined || googleAccount === undefined) return null;
  const index = createSheetIndex({ redis, spreadsheetId });
  const accessTokens = createAccessTokens({ account: googleAccount, now });
  return createGoogleBackend({
    index,
    sheets: createSheetsApi({ spreadsheetId, accessTokens, ...(baseUrl === undefined ? {} : { baseUrl }) }),
    writer: createOneWriter({ index }),
  });
}

/** The waitlist in Redis; the operator exports it as CSV. */
function createEmbeddedBackend({ rows }: { rows: Pick<WaitlistRows, 'add'> }): WaitlistBackend {
  return {
    add: async (sheet, row) => {
      const { status, position } = await rows.add(sheet, row);
      return { status, updatedRange: rowRange(sheet, position + 1) };
    },
  };
}

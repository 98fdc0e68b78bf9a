import { Readable } from 'node:stream';

import { Router } from '@koa/router';

import type { WaitlistSheet } from '../../../contracts/waitlist.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { operatorBearer } from '../../middleware/bearer.ts';
import type { AppState } from '../../state.ts';

interface WaitlistExportDeps {
  readonly adminToken: string;
  readonly waitlistSheets: readonly WaitlistSheet[];
  /** The CSV of a sheet, piece by piece. */
  readonly waitlistCsv: (sheet: string) => AsyncIterable<string>;
}

/** The embedded waitlist, for the operator. */
export function waitlistExportRouter({ adminToken, waitlistSheets, waitlistCsv }: WaitlistExportDeps) {
  const router = new Router<AppState>({ sensitive: true });
  router.get('/manage/waitlist/:sheet.csv', operatorBearer({ adminToken }), (ctx) => {
    const sheet = waitlistSheets.find(({ title }) => title === ctx.params['sheet']);
    if (sheet === undefined) throw new DomainError('SHEET_NOT_FOUND', 'There is no waitlist with this name.');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`${sheet.title}.csv`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = Readable.from(waitlistCsv(sheet.title));
  });
  return router;
}

import { Readable } from 'node:stream';

import { DomainError } from '#domain/domain-error.ts';
import type { WaitlistSheet } from '#waitlist/waitlist.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';

interface Deps {
  readonly waitlistSheets: readonly WaitlistSheet[];
  readonly waitlistCsv: (sheet: string) => AsyncIterable<string>;
}

export const exportWaitlist = ({ waitlistSheets, waitlistCsv }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/waitlist/{sheet}.csv',
    id: 'exportWaitlist',
    access: 'operator',
    summary: 'Export the embedded waitlist',
    params: { sheet: textParam('The title of the sheet, percent-encoded.') },
    answers: {
      200: file(
        'The rows as CSV (RFC 4180); no cell can run as a formula.',
        { 'text/csv': { type: 'string' } },
        ['Content-Disposition'],
      ),
    },
    refusals: ['SHEET_NOT_FOUND'],
    handle: ({ params }) => {
      const sheet = waitlistSheets.find(({ title }) => title === params.sheet);
      if (sheet === undefined)
        throw new DomainError('SHEET_NOT_FOUND', 'There is no waitlist with this name.');
      const csv = Readable.from(waitlistCsv(sheet.title));
      return { status: 200, ...bytes('text/csv', csv, { fileName: `${sheet.title}.csv` }) };
    },
  });

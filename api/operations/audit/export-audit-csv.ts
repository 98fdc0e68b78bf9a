import { Readable } from 'node:stream';

import type { AuditEntry } from '#contracts/audit.ts';
import type { AuditLog } from '#store/audit/audit-log.ts';
import { bytes, file } from '../answers.ts';
import { type Columns, csvOf } from '../csv-of.ts';
import { defineOperation } from '../define-operation.ts';
import { everyPage } from '../export/every-item.ts';

const columns: Columns<AuditEntry> = {
  at: ({ at }) => at,
  id: ({ id }) => id,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  by: ({ by }) => by,
  tokenId: ({ tokenId }) => tokenId,
  role: ({ role }) => role,
  via: ({ via }) => via,
  target: ({ target }) => Object.values(target).join(' '),
  fields: ({ fields }) => fields.join(' '),
};

export const exportAuditCsv = ({ auditLog }: { readonly auditLog: Pick<AuditLog, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/audit.csv',
    id: 'exportAuditCsv',
    access: 'owner',
    role: 'owner',
    summary: 'Export who changed what as CSV',
    answers: {
      200: file(
        'One row for each change, newest first, as CSV (RFC 4180); no cell can run as a formula.',
        { 'text/csv': { type: 'string' } },
        ['Content-Disposition'],
      ),
    },
    handle: ({ workspace }) => {
      const pages = everyPage((query) => auditLog.list(workspace.id, query));
      return {
        status: 200,
        ...bytes('text/csv', Readable.from(csvOf(columns, pages)), { fileName: 'audit.csv' }),
      };
    },
  });

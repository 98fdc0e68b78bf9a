import { Readable } from 'node:stream';

import type { Deliveries } from '#store/delivery/deliveries.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { csvOfActivity } from './activity-export.ts';
import { DeliveryFilters, exportNotes, queryOf } from './delivery-filters.ts';

export const exportDeliveriesCsv = ({
  deliveries,
}: {
  readonly deliveries: Pick<Deliveries, 'everyRow' | 'results'>;
}) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries.csv',
    id: 'exportDeliveriesCsv',
    access: 'owner',
    summary: 'Export deliveries as CSV',
    description: exportNotes,
    query: DeliveryFilters,
    answers: {
      200: file(
        'One row for each delivery, as CSV (RFC 4180); no cell can run as a formula.',
        { 'text/csv': { type: 'string' } },
        ['Content-Disposition'],
      ),
    },
    handle: ({ workspace, query }) => {
      const pages = deliveries.everyRow(workspace.id, queryOf(query));
      const rows = Readable.from(csvOfActivity(pages, (ids) => deliveries.results(workspace.id, ids)));
      return { status: 200, ...bytes('text/csv', rows, { fileName: 'deliveries.csv' }) };
    },
  });

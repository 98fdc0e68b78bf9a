import { Readable } from 'node:stream';

import type { Deliveries } from '#store/delivery/deliveries.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { jsonLinesOfActivity } from './activity-export.ts';
import { DeliveryFilters, exportNotes, queryOf } from './delivery-filters.ts';

export const exportDeliveriesJson = ({ deliveries }: { readonly deliveries: Pick<Deliveries, 'everyRow'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries.jsonl',
    id: 'exportDeliveriesJson',
    access: 'owner',
    summary: 'Export deliveries as JSON lines',
    description: exportNotes,
    query: DeliveryFilters,
    answers: {
      200: file('One row of the list on each line.', { 'application/jsonl': { type: 'string' } }, [
        'Content-Disposition',
      ]),
    },
    handle: ({ workspace, query }) => {
      const rows = Readable.from(jsonLinesOfActivity(deliveries.everyRow(workspace.id, queryOf(query))));
      return { status: 200, ...bytes('application/jsonl', rows, { fileName: 'deliveries.jsonl' }) };
    },
  });

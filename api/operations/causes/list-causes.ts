import { z } from 'zod';

import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { DeliveryFilters, queryOf } from '../deliveries/delivery-filters.ts';
import { causesOf, FailureCause, searchedTo } from './cause-view.ts';
import { findFailures } from './find-failures.ts';

const Causes = z.object({
  items: z.array(FailureCause).describe('That of the newest delivery comes first.'),
  searchedTo,
});

export const listCauses = ({ deliveries }: { readonly deliveries: Pick<Deliveries, 'search'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/causes',
    id: 'listCauses',
    access: 'owner',
    summary: 'List causes of failures',
    description:
      'The deliveries that failed, grouped by automation, target and status: those of one group can be repaired and replayed together. Looks at the 1,000 newest that failed; the numbers count these.',
    query: DeliveryFilters.pick({ automationId: true, from: true, to: true }),
    answers: { 200: json('The causes, and how far back they were looked for.', Causes) },
    handle: async ({ workspace, query }) => {
      const { rows, ...rest } = await findFailures(deliveries, workspace.id, queryOf(query));
      return { status: 200, body: { items: [...causesOf(rows)], ...rest } };
    },
  });

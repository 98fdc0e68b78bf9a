import { z } from 'zod';

import { ActivityRow } from '#contracts/delivery.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { DeliveryFilters, queryOf } from './delivery-filters.ts';

const SearchPage = pageOf(ActivityRow).extend({
  searchedTo: z.iso
    .datetime()
    .nullable()
    .describe(
      'Set if the page is short because the search of one call ended here: it went back to deliveries of this time. `nextCursor` goes on there. Null otherwise.',
    ),
});

export const listDeliveries = ({ deliveries }: { readonly deliveries: Pick<Deliveries, 'search'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries',
    id: 'listDeliveries',
    access: 'owner',
    summary: 'Search all deliveries, newest first',
    description: [
      'Deliveries of all automations, also of deleted ones. Filters that are given must all hold. `reference` gives everything that one conversation, ticket or order sent.',
      'An exact `eventId`, `reference` or delivery id is looked up, however much is stored. With `q`, what it names as a whole comes first; then what mentions it. For that the deliveries are gone through, at most 1,000 in one call: a page may be short, or even empty, and yet have a `nextCursor`. Then `searchedTo` says how far back the search came; only a page whose `nextCursor` is null is the last one.',
    ].join('\n\n'),
    query: ListQuery.extend(DeliveryFilters.shape),
    answers: { 200: json('A page of deliveries.', SearchPage) },
    handle: async ({ workspace, query: { limit, cursor, ...filters } }) => ({
      status: 200,
      body: await deliveries.search(workspace.id, queryOf(filters), { limit, cursor }),
    }),
  });

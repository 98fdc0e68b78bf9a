import { z } from 'zod';

import { Usage } from '#contracts/workspace.ts';
import { monthsBack } from '#domain/month.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { wholeNumber } from '../pages.ts';

export const listUsage = ({ usage }: { readonly usage: Pick<UsageStore, 'ofMonth'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/usage',
    id: 'listUsage',
    access: 'owner',
    summary: 'List what was used, month by month',
    query: z.object({
      months: wholeNumber({ min: 1, max: 36, usual: 12 }).describe('How many months, this one included.'),
    }),
    answers: {
      200: json(
        'The months (UTC), newest first. One in which nothing was used stands there with zeros.',
        z.object({ items: z.array(Usage) }),
      ),
    },
    handle: async ({ workspace, query }) => {
      const months = monthsBack(new Date(), query.months);
      const items = await Promise.all(months.map((month) => usage.ofMonth(workspace.id, month)));
      return { status: 200, body: { items } };
    },
  });

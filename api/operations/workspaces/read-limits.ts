import { z } from 'zod';

import { LimitInUse } from '#contracts/limits.ts';
import type { ReadLimitsInUse } from '#store/workspace/limits-in-use.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

export const readLimits = ({ limitsInUse }: { readonly limitsInUse: ReadLimitsInUse }) =>
  defineOperation({
    method: 'get',
    path: '/manage/limits',
    id: 'readLimits',
    access: 'owner',
    summary: 'Read how much of its limits the workspace uses',
    answers: {
      200: json('Each limit with what is used of it now.', z.object({ items: z.array(LimitInUse) })),
    },
    handle: async ({ workspace }) => ({
      status: 200,
      body: { items: [...(await limitsInUse(workspace.id))] },
    }),
  });

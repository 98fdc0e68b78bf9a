import { MonthUsage } from '#contracts/usage.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

const monthParam = {
  description: 'A calendar month in UTC, such as `2026-09`.',
  shape: { pattern: /^\d{4}-(?:0[1-9]|1[0-2])$/, missing: 'There is no such month' },
};

export const readUsage = ({ usage }: { readonly usage: Pick<UsageStore, 'sharesOfMonth'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/usage/{month}',
    id: 'readUsage',
    access: 'owner',
    summary: 'Read what a month used, by automation and by model',
    description:
      'The automations together are the month, and so are the tokens and the money of the models. Usage that cannot be assigned is a row of its own; its price is unknown, never zero.',
    params: { month: monthParam },
    answers: { 200: json('The month.', MonthUsage) },
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: await usage.sharesOfMonth(workspace.id, params.month),
    }),
  });

import { WorkspaceView } from '../../../contracts/workspace.ts';
import { limits } from '../../../domain/limits.ts';
import { monthOf } from '../../../domain/month.ts';
import type { UsageStore } from '../../../store/usage.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

export const readWorkspace = ({ usage }: { readonly usage: UsageStore }) =>
  defineOperation({
    method: 'get',
    path: '/manage/workspace',
    id: 'readWorkspace',
    access: 'owner',
    summary: 'Read the workspace of the token',
    answers: { 200: json('What it used this month (UTC), and its limits.', WorkspaceView) },
    handle: async ({ workspace: { id, name } }) => {
      const { deliveriesPerMinute, concurrentDeliveries, deliveryBodyBytesMax } = limits;
      return {
        status: 200,
        body: {
          id,
          name,
          usage: await usage.ofMonth(id, monthOf(new Date())),
          limits: { deliveriesPerMinute, concurrentDeliveries, deliveryBodyBytesMax },
        },
      };
    },
  });

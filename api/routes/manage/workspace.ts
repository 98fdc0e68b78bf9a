import { Router } from '@koa/router';

import { limits } from '../../../domain/limits.ts';
import { monthOf } from '../../../domain/month.ts';
import type { UsageStore } from '../../../store/usage.ts';
import type { AppState } from '../../state.ts';
import { workspaceOf } from '../../workspace-of.ts';

/** The workspace of the token: what it used this month and what it may use. */
export function workspaceRouter({ usage }: { usage: UsageStore }) {
  const router = new Router<AppState>();
  router.get('/manage/workspace', async (ctx) => {
    const { id, name } = workspaceOf(ctx);
    const { deliveriesPerMinute, concurrentDeliveries, deliveryBodyBytesMax } = limits;
    ctx.body = {
      id,
      name,
      usage: await usage.ofMonth(id, monthOf(new Date())),
      limits: { deliveriesPerMinute, concurrentDeliveries, deliveryBodyBytesMax },
    };
  });
  return router;
}

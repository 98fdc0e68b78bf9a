import { Router } from '@koa/router';

import { WaitlistRequest } from '../../../contracts/waitlist.ts';
import type { Waitlist } from '../../../waitlist/waitlist.ts';
import { publicBody } from '../../body/public-body.ts';
import type { AppState } from '../../state.ts';

const bodyBytesMax = 100_000;

/** Joining a waitlist. */
export function waitlistRouter({ waitlist }: { waitlist: Waitlist }) {
  const router = new Router<AppState>({ sensitive: true });
  router.post('/api/waitlist', async (ctx) => {
    ctx.body = await waitlist.join(await publicBody(ctx, WaitlistRequest, bodyBytesMax));
  });
  return router;
}

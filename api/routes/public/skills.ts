import { Router } from '@koa/router';

import type { Previews } from '@reveille/tools';
import { BlogPreviewRequest, HumanizerPreviewRequest } from '../../../contracts/preview.ts';
import { clientOf } from '../../quota/client-of.ts';
import { publicBody } from '../../body/public-body.ts';
import type { AppState } from '../../state.ts';

const bodyBytesMax = 100_000;

/** Previews of the two skills. */
export function skillsRouter({ previews }: { previews: Previews }) {
  const router = new Router<AppState>({ sensitive: true });
  router.post('/api/skills/ai-blog-writer-light', async (ctx) => {
    const { topic } = await publicBody(ctx, BlogPreviewRequest, bodyBytesMax);
    ctx.body = await previews.blog(clientOf(ctx), topic);
  });
  router.post('/api/skills/ai-humanizer', async (ctx) => {
    const { text } = await publicBody(ctx, HumanizerPreviewRequest, bodyBytesMax);
    ctx.body = await previews.humanize(clientOf(ctx), text);
  });
  return router;
}

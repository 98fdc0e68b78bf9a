import { Router } from '@koa/router';

import type { ImageAnalyst } from '@reveille/tools';
import { ImageAnalysisRequest } from '../../../contracts/image.ts';
import { publicBody } from '../../body/public-body.ts';
import { clientOf } from '../../quota/client-of.ts';
import type { AppState } from '../../state.ts';

/** An image of 10 MB as base64, with line breaks and room for the rest. */
const bodyBytesMax = 16_000_000;

/** Making a prompt of an image. */
export function imageRouter({ images }: { images: Pick<ImageAnalyst, 'analyse'> }) {
  const router = new Router<AppState>({ sensitive: true });
  router.post('/api/tools/analyze-image', async (ctx) => {
    const { params } = await publicBody(ctx, ImageAnalysisRequest, bodyBytesMax);
    ctx.body = { result: await images.analyse(params, clientOf(ctx)) };
  });
  return router;
}

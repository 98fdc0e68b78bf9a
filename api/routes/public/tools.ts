import { Router } from '@koa/router';

import type { Catalogue } from '@reveille/tools';
import { ToolInvocation } from '../../../contracts/tool.ts';
import type { ToolInvoker } from '../../../compute/threads/tool-invoker.ts';
import { publicBody } from '../../body/public-body.ts';
import { clientOf } from '../../quota/client-of.ts';
import type { AppState } from '../../state.ts';

interface ToolDeps {
  readonly tools: Pick<ToolInvoker, 'invoke'>;
  readonly catalogue: Catalogue;
}

/** Two texts of 200,000 characters, each character written as an escape of six. */
const bodyBytesMax = 3_000_000;

/** The text tools: the list of them, and calling one. */
export function toolsRouter({ tools, catalogue }: ToolDeps) {
  const router = new Router<AppState>({ sensitive: true });
  router.get('/api/tools', (ctx) => {
    ctx.body = catalogue;
  });
  router.post('/api/tools/invoke', async (ctx) => {
    const { tool, params } = await publicBody(ctx, ToolInvocation, bodyBytesMax);
    ctx.body = { result: await tools.invoke(tool, params, clientOf(ctx)) };
  });
  return router;
}

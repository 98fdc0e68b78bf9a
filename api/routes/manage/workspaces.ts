import { Router } from '@koa/router';

import { NewWorkspace } from '../../../contracts/workspace.ts';
import type { Workspaces } from '../../../store/workspaces.ts';
import { operatorBearer } from '../../middleware/bearer.ts';
import { parseBody } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';

/** Workspaces, for the operator. */
export function workspacesRouter({ adminToken, workspaces }: { adminToken: string; workspaces: Workspaces }) {
  const router = new Router<AppState>();
  router.post('/manage/workspaces', operatorBearer({ adminToken }), async (ctx) => {
    ctx.body = await workspaces.create(await parseBody(ctx, NewWorkspace));
    ctx.status = 201;
  });
  return router;
}

import { WorkspaceView } from '#contracts/workspace.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { workspaceView, type WorkspaceViewDeps } from './workspace-view.ts';

export const readWorkspace = (deps: WorkspaceViewDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/workspace',
    id: 'readWorkspace',
    access: 'owner',
    summary: 'Read the workspace of the token',
    answers: { 200: json('Its usage of this month (UTC), and its limits.', WorkspaceView) },
    handle: async ({ workspace }) => ({ status: 200, body: await workspaceView(deps, workspace) }),
  });

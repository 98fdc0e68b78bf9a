import { ManagedWorkspace } from '#contracts/workspace.ts';
import type { ManagedWorkspaces } from '#store/workspace/managed-workspaces.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';

export const listWorkspaces = (deps: { readonly managedWorkspaces: Pick<ManagedWorkspaces, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/workspaces',
    id: 'listWorkspaces',
    access: 'operator',
    summary: 'List the workspaces',
    description: 'Newest first, with what each used this month (UTC) and is doing.',
    query: ListQuery,
    answers: { 200: json('A page of workspaces.', pageOf(ManagedWorkspace)) },
    handle: async ({ query }) => ({ status: 200, body: await deps.managedWorkspaces.list(query) }),
  });

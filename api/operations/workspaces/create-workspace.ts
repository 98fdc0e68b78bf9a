import { CreatedWorkspace, NewWorkspace } from '#contracts/workspace.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

export const createWorkspace = ({ workspaces }: { readonly workspaces: Pick<Workspaces, 'create'> }) =>
  defineOperation({
    method: 'post',
    path: '/manage/workspaces',
    id: 'createWorkspace',
    access: 'operator',
    summary: 'Create a workspace',
    description: 'The token is shown this once.',
    body: jsonBody(NewWorkspace, {
      examples: { named: { summary: 'A workspace', value: { name: 'Support' } } },
    }),
    answers: { 201: json('The workspace with its token.', CreatedWorkspace) },
    handle: async ({ body }) => ({ status: 201, body: await workspaces.create(await body()) }),
  });

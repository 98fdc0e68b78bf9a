import { CreatedWorkspace } from '#contracts/workspace.ts';
import type { Tokens } from '#store/token/tokens.ts';
import type { ManagedWorkspaces } from '#store/workspace/managed-workspaces.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly managedWorkspaces: Pick<ManagedWorkspaces, 'find'>;
  readonly tokens: Pick<Tokens, 'replaceOwners'>;
}

export const replaceOwnerToken = ({ managedWorkspaces, tokens }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/workspaces/{id}/token',
    id: 'replaceOwnerToken',
    access: 'operator',
    summary: "Replace the owners' tokens of a workspace",
    description:
      'For a token that was lost or leaked: every token with the role `owner` ends at once, and one takes their place. Tokens of editors and viewers stay. The token is shown this once.',
    params: { id: idParam('workspace') },
    answers: { 201: json('The workspace with its new token.', CreatedWorkspace) },
    handle: async ({ params }) => {
      const { id, name } = found(await managedWorkspaces.find(params.id), 'workspace');
      const token = found(await tokens.replaceOwners(id), 'workspace');
      return { status: 201, body: { id, name, token } };
    },
  });

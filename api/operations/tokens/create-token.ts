import { CreatedToken, NewToken } from '#contracts/token.ts';
import type { Tokens } from '#store/token/tokens.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

export const createToken = ({ tokens }: { readonly tokens: Pick<Tokens, 'create'> }) =>
  defineOperation({
    method: 'post',
    path: '/manage/tokens',
    id: 'createToken',
    access: 'owner',
    role: 'owner',
    summary: 'Create a token',
    description: 'The value is shown this once. Give each program and each person a token of their own.',
    body: jsonBody(NewToken, {
      examples: {
        reader: { summary: 'For a dashboard', value: { name: 'Dashboard', role: 'viewer' } },
        agent: { summary: 'For another agent', value: { name: 'Assistant', role: 'editor', for: 'mcp' } },
      },
    }),
    answers: { 201: json('The token with its value.', CreatedToken) },
    handle: async ({ workspace, body }) => ({
      status: 201,
      body: await tokens.create(workspace.id, await body()),
    }),
  });

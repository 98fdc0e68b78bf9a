import { TokenView } from '#contracts/token.ts';
import type { Tokens } from '#store/token/tokens.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';

export const listTokens = ({ tokens }: { readonly tokens: Pick<Tokens, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/tokens',
    id: 'listTokens',
    access: 'owner',
    role: 'owner',
    summary: 'List the tokens of the workspace',
    description:
      'Newest first, the one that was made with the workspace among them. Their values are not kept.',
    query: ListQuery,
    answers: { 200: json('A page of tokens.', pageOf(TokenView)) },
    handle: async ({ workspace, query }) => ({ status: 200, body: await tokens.list(workspace.id, query) }),
  });

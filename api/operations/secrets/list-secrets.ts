import { Secret } from '#contracts/secret.ts';
import type { Secrets } from '#network-access/secrets.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { pageOfSecrets } from './page-of-secrets.ts';

export const listSecrets = ({ secrets }: { readonly secrets: Pick<Secrets, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/secrets',
    id: 'listSecrets',
    access: 'owner',
    summary: 'List the named secrets of the workspace',
    description: 'Newest first. Their values are never shown.',
    query: ListQuery,
    answers: { 200: json('A page of secrets.', pageOf(Secret)) },
    handle: async ({ workspace, query }) => ({
      status: 200,
      body: pageOfSecrets(await secrets.list(workspace.id), query),
    }),
  });

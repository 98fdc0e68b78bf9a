import type { Secrets } from '#network-access/secrets.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { secretNameParam } from './secret-name.ts';

export const deleteSecret = ({ secrets }: { readonly secrets: Pick<Secrets, 'remove'> }) =>
  defineOperation({
    method: 'delete',
    path: '/manage/secrets/{name}',
    id: 'deleteSecret',
    access: 'owner',
    role: 'owner',
    summary: 'Delete a secret',
    description: 'Requests that name it are refused from then on.',
    params: { name: secretNameParam },
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      await secrets.remove(workspace.id, params.name);
      return { status: 204 };
    },
  });

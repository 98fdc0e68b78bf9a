import { DomainError } from '#domain/domain-error.ts';
import type { Tokens } from '#store/token/tokens.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

export const deleteToken = ({ tokens }: { readonly tokens: Pick<Tokens, 'remove'> }) =>
  defineOperation({
    method: 'delete',
    path: '/manage/tokens/{tokenId}',
    id: 'deleteToken',
    access: 'owner',
    role: 'owner',
    summary: 'Delete a token',
    description:
      'It opens nothing from then on, and what was signed in with it is signed out. A token may delete itself, but the last one with the role `owner` stays.',
    params: { tokenId: idParam('token') },
    answers: { 204: empty('Deleted.') },
    refusals: ['LAST_OWNER_TOKEN'],
    handle: async ({ workspace, params }) => {
      const status = await tokens.remove(workspace.id, params.tokenId);
      if (status === 'last')
        throw new DomainError('LAST_OWNER_TOKEN', 'This is the last token with the role owner');
      found(status === 'missing' ? null : status, 'token');
      return { status: 204 };
    },
  });
